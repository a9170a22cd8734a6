import { describe, expect, it } from "vitest";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { PageTask } from "../../ports/page-task.ts";
import { pageFailures } from "./page-failures.ts";

const sha256 = "ab".repeat(32) as Sha256Hex;
const later = "cd".repeat(32) as Sha256Hex;
const begun = new Date("2026-01-01T12:00:00Z");
const after = (seconds: number) => new Date(begun.getTime() + seconds * 1_000);

const picture = (page: number, width = 480): PageTask => ({ wanted: "picture", page, width });
const descriptions = (first: number, count = 1): PageTask => ({ wanted: "descriptions", first, count });

/** Which of the tasks are known to fail once `failed` has. */
const knownOnce = (failed: PageTask, tasks: readonly PageTask[]): boolean[] => {
  const failures = pageFailures();
  failures.add(sha256, failed, begun);
  return tasks.map((task) => failures.includes(sha256, task, begun));
};

describe("a page that could not be drawn", () => {
  it("is remembered of that version of the file, for five minutes", () => {
    const failures = pageFailures();
    failures.add(sha256, picture(1), begun);
    expect([0, 299, 300, -1].map((seconds) => failures.includes(sha256, picture(1), after(seconds)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(failures.includes(later, picture(1), begun)).toBe(false);
  });

  it("is not drawn larger, and may be smaller; the others may, and what the page says is another thing", () => {
    expect(knownOnce(picture(2, 800), [picture(2, 800), picture(2, 2_400), picture(2, 480), picture(1, 800)])).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(knownOnce(picture(2), [descriptions(2), descriptions(1, 4)])).toEqual([false, false]);
  });

  it("is not tried larger after it failed in a smaller width, whichever failed last", () => {
    const failures = pageFailures();
    for (const width of [480, 1_600]) failures.add(sha256, picture(1, width), begun);
    expect(failures.includes(sha256, picture(1, 800), begun)).toBe(true);
  });

  it("among several that are described, leaves each of them to be described by itself", () => {
    const failed = descriptions(5, 4);
    const tasks = [failed, descriptions(8, 2), descriptions(1, 5), descriptions(6), descriptions(9, 4)];
    expect(knownOnce(failed, tasks)).toEqual([true, true, true, false, false]);
  });

  it("that failed by itself is not described again, nor alone nor first", () => {
    expect(knownOnce(descriptions(5), [descriptions(5), descriptions(6), descriptions(6, 4)])).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is forgotten where there are too many to remember", () => {
    const failures = pageFailures();
    for (let page = 1; page <= 30_000; page += 1) failures.add(sha256, picture(page), begun);
    expect([failures.includes(sha256, picture(1), begun), failures.includes(sha256, picture(30_000), begun)]).toEqual([
      false,
      true,
    ]);
  });
});
