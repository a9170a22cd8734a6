import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimedRows, compareLedger, judgedRows, parseLedger } from "./ledger-rows.ts";
import { asksOutside } from "./outside-proofs.ts";
import { root } from "./tracked-files.ts";

const head = "| id | requirement | source | prove | scope |\n|---|---|---|---|---|\n";

describe("the ledger", () => {
  it("reads id, requirement, proof and scope of every row", () => {
    const rows = parseLedger(
      `# Ledger\n\n${head}| S-001 | One | spec §1 | unit | main |\n| T-040 | Two | x | judge | iron |\n`,
    );
    expect(rows).toEqual([
      { id: "S-001", requirement: "One", prove: "unit", scope: "main" },
      { id: "T-040", requirement: "Two", prove: "judge", scope: "iron" },
    ]);
  });

  it("refuses an id that stands twice", () => {
    expect(() => parseLedger(`${head}| S-001 | a | s | unit | main |\n| S-001 | b | s | unit | main |\n`)).toThrow(
      /S-001/,
    );
  });

  it("reads all rows of docs/ledger.md, each in a scope that its head names", () => {
    const text = readFileSync(join(root, "docs/ledger.md"), "utf8");
    const rows = parseLedger(text);
    expect(rows.length).toBe(text.match(/^\| *[A-Z]-\d{3} *\|/gm)?.length);
    const scopes = /must first hold: ([\w, ]+)\./.exec(text)?.[1]?.split(", ") ?? [];
    expect([...new Set(rows.map(({ scope }) => scope))].filter((scope) => !scopes.includes(scope))).toEqual([]);
  });

  it("takes a row of a judge for proved only where an outside program is asked", () => {
    const rows = parseLedger(`${head}| T-001 | a | s | judge | main |\n| T-002 | b | s | judge | main |\n`);
    const claims = [
      { id: "T-001", outside: false },
      ...judgedRows("/** Proves [T-002]. */").map((id) => ({ id, outside: true })),
    ];
    expect(compareLedger(rows, claims).open.map(({ id }) => id)).toEqual(["T-001"]);
    expect(asksOutside("interop/placing.test.ts")).toBe(true);
    expect(asksOutside("packages/kernel/asn1/der.test.ts")).toBe(false);
  });

  it("counts claims in titles only", () => {
    const id = (number: string) => `[S-${number}]`;
    const text = [
      `// ${id("001")} in a comment`,
      `const note = "${id("002")}";`,
      `it("shows the year ${id("003")}", () => {});`,
      `it.each(rows)("${id("004")} ${id("005")}", () => {});`,
      `describe(\`of \${kind} ${id("006")}\`, () => {});`,
      `it.skipIf(missing)(\n  "says so ${id("007")}", () => {});`,
    ].join("\n");
    expect(claimedRows(text)).toEqual(["S-003", "S-004", "S-005", "S-006", "S-007"]);
  });

  it("lists rows without a test and claims without a row", () => {
    const rows = parseLedger(`${head}| S-001 | a | s | unit | main |\n| S-002 | b | s | unit | main |\n`);
    const { open, unknown } = compareLedger(rows, [
      { id: "S-002", outside: false },
      { id: "S-999", outside: false },
    ]);
    expect(open.map((row) => row.id)).toEqual(["S-001"]);
    expect(unknown).toEqual(["S-999"]);
  });
});
