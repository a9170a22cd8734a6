import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, trackedFiles } from "./tracked-files.ts";

/** Folders named in the tree of ARCHITECTURE.md, as paths; indentation of two is one level. */
function foldersOfTree(markdown: string): Set<string> {
  const tree = /```\n(packages\/[\s\S]*?)```/.exec(markdown)?.[1] ?? "";
  const folders = new Set<string>();
  const above: string[] = [];
  for (const line of tree.split("\n")) {
    const level = (/^ */.exec(line)?.[0].length ?? 0) / 2;
    const named = /^ *((?:[\w.-]+\/ *)+)/.exec(line)?.[1]?.trim().split(/ +/) ?? [];
    for (const name of named) folders.add([...above.slice(0, level), name].join(""));
    if (named[0] !== undefined) above.splice(level, Infinity, named[0]);
  }
  return folders;
}

describe("the tree of ARCHITECTURE.md", () => {
  const drawn = foldersOfTree(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));
  const present = new Set(
    trackedFiles().flatMap((path) => {
      // What the test runner keeps beside tests is no room of the house.
      const parts = path
        .split("/")
        .slice(0, -1)
        .filter((part) => part !== "__snapshots__");
      return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
    }),
  );

  it("reads nested folders, and several on one line", () => {
    const text = "```\npackages/\n  web/   x\n    journey/\n      login/  summary/\ndocs/\n```";
    expect([...foldersOfTree(text)]).toEqual([
      "packages/",
      "packages/web/",
      "packages/web/journey/",
      "packages/web/journey/login/",
      "packages/web/journey/summary/",
      "docs/",
    ]);
  });

  it("names every folder of the repository", () => {
    expect([...present].filter((folder) => !drawn.has(folder))).toEqual([]);
  });

  it("names no folder that is gone", () => {
    expect([...drawn].filter((folder) => !present.has(folder))).toEqual([]);
  });
});
