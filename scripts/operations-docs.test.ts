import { readFileSync } from "node:fs";
import { join } from "node:path";
import { variableNames } from "@siegel/server/config.ts";
import { roles, workOf } from "@siegel/server/roles.ts";
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
    const worker = head.split("\n").find((line) => line.startsWith("| `worker`")) ?? "";
    for (const timer of workOf("worker").timers) expect(worker).toContain(timer);
  });

  it("lists every figure that is served, and no other", () => {
    const served = sources(["metrics/house-figures.ts", "metrics/runtime-figures.ts", "metrics/requests.ts"]).matchAll(
      /"(siegel_[a-z_]+)"/g,
    );
    const listed = firstColumn(read("monitoring.md")).map((name) => name.replace(/\{.*$/, ""));
    expect([...new Set(listed)].toSorted()).toEqual([...new Set([...served].map((found) => found[1]))].toSorted());
  });

  it("is linked from the README", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    for (const name of ["running.md", "backup.md", "monitoring.md"])
      expect(readme).toContain(`docs/operations/${name}`);
  });
});
