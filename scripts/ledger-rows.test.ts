import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimedRows, compareLedger, parseLedger } from "./ledger-rows.ts";
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

  it("reads all rows of docs/ledger.md, as many as its head says", () => {
    const text = readFileSync(join(root, "docs/ledger.md"), "utf8");
    expect(parseLedger(text).length).toBe(Number(/\*\*(\d+) rows\*\*/.exec(text)?.[1]));
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
    const { open, unknown } = compareLedger(rows, ["S-002", "S-999"]);
    expect(open.map((row) => row.id)).toEqual(["S-001"]);
    expect(unknown).toEqual(["S-999"]);
  });
});
