import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { variableNames } from "@siegel/server/config.ts";
import type { JobName } from "@siegel/server/jobs/queue.ts";
import { type Role, type RouteGroup, roles, workOf } from "@siegel/server/roles.ts";
import { describe, expect, it } from "vitest";
import { root } from "./tracked-files.ts";

const read = (name: string) => readFileSync(join(root, "docs/operations", name), "utf8");
const sources = (names: readonly string[]) =>
  names.map((name) => readFileSync(join(root, "packages/server", name), "utf8")).join("\n");

/** Words in `code` of the first column of every row of a part of a page. */
function firstColumn(page: string): string[] {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map((word) => word[1] ?? ""));
}

/** What serves, ticks and works in the words of the page; every process answers `/api/health`, which only who serves nothing else says. */
const routeWords: Record<RouteGroup, string> = {
  pages: "pages",
  calls: "`/api`",
  "provider callbacks": "callbacks of providers",
  "trust points": "`/pki`",
};
const queueWords: Record<JobName, string> = {
  "send-message": "mails",
  "continue-signing": "signing acts that go on",
};
const wordsOf = ({ routes, timers, queues }: ReturnType<typeof workOf>): string[] => [
  routes.length === 0 ? "`/api/health`" : routes.map((group) => routeWords[group]).join(", "),
  timers.join("; "),
  queues.map((queue) => queueWords[queue]).join("; "),
];

/** The cells behind a role's name. */
function cellsOf(page: string, role: string): string[] {
  const row = page.split("\n").find((line) => line.startsWith(`| \`${role}\` |`)) ?? "";
  return row
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());
}

describe("docs/operations", () => {
  it("lists every variable that config.ts reads, and no other", () => {
    const table = read("running.md").split("## Variables")[1] ?? "";
    expect(firstColumn(table).toSorted()).toEqual([...variableNames].toSorted());
  });

  it("describes every role with its routes, timers and queues", () => {
    const [head = ""] = read("running.md").split("## Stopping");
    const described = firstColumn(head).filter((name) => name in roles);
    expect(described.toSorted()).toEqual(
      Object.keys(roles)
        .filter((role) => role !== "all")
        .toSorted(),
    );
    const rows = described.map((role) => [role, ...cellsOf(head, role)]);
    expect(rows).toEqual(described.map((role) => [role, ...wordsOf(workOf(role as Role))]));
  });

  it("lists every figure that is served, and no other", () => {
    const files = readdirSync(join(root, "packages/server/metrics")).filter((name) => !name.endsWith(".test.ts"));
    const served = sources(files.map((name) => `metrics/${name}`)).matchAll(/"(siegel_[a-z_]+)"/g);
    const listed = firstColumn(read("monitoring.md")).map((name) => name.replace(/\{.*$/, ""));
    expect([...new Set(listed)].toSorted()).toEqual([...new Set([...served].map((found) => found[1]))].toSorted());
  });

  it("is linked from the README", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    for (const name of ["running.md", "backup.md", "monitoring.md"])
      expect(readme).toContain(`docs/operations/${name}`);
  });
});
