/** The list of outside programs has what tests ask for: what is not in it is skipped on a newcomer's machine, and in CI. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, trackedFiles } from "./tracked-files.ts";

type Tool = { readonly package: string; readonly programs: readonly string[] };
type Tools = {
  readonly toolsOfTests: readonly Tool[];
  readonly missingOf: (wanted: ReadonlyArray<Tool & { instead?: unknown[]; works?: string[] }>) => string[];
};
// Plain JavaScript, because it runs before anything is installed.
const path: string = join(root, "scripts/outside-tools.mjs");
const { toolsOfTests, missingOf } = (await import(path)) as Tools;

const listed = toolsOfTests.flatMap(({ programs }) => programs);

describe("the list of outside programs", () => {
  it("has every program without which a test is skipped", () => {
    const asked = trackedFiles()
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(join(root, file), "utf8").matchAll(/hasTools\(((?:"[a-z0-9-]+"(?:, )?)+)\)/g),
      ])
      .flatMap(([, names = ""]) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));
    expect(new Set(asked).size).toBeGreaterThan(5);
    expect([...new Set(asked)].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it("names the package of a program that is not there, and none that is", () => {
    const there = { package: "there", programs: [process.execPath] };
    const gone = { package: "gone", programs: ["/nowhere/program"] };
    const other = { package: "other", programs: ["/nowhere/program"], instead: [undefined, process.execPath] };
    const broken = {
      package: "broken",
      programs: [process.execPath],
      works: [process.execPath, "-e", "process.exit(1)"],
    };
    expect(missingOf([there, gone, other, broken])).toEqual(["gone", "broken"]);
  });
});
