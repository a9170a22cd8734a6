/**
 * What could not be drawn lately, by version of a file: at every request it would cost the same again, and end a process again. Contents
 * never change under their name; a machine that was busy has time again, so nothing is remembered for long.
 */
import { boundedCache } from "@siegel/kernel/pdf/bounded-cache.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { PageTask } from "../../ports/page-task.ts";

const remembered_ms = 5 * 60_000;
const remembered_max = 20_000;

/** Failures of tasks; `at` is the time when it is asked or told. */
export type PageFailures = {
  /** Whether this task, or one that it includes, failed lately. */
  readonly includes: (sha256: Sha256Hex, task: PageTask, at: Date) => boolean;
  readonly add: (sha256: Sha256Hex, task: PageTask, at: Date) => void;
};

type Failure = { readonly at: Date; readonly width: number };

/** None yet. */
export function pageFailures(): PageFailures {
  const failures = boundedCache<string, Failure>(remembered_max);
  const lately = (key: string, now: Date): Failure | undefined => {
    const failure = failures.get(key);
    const agoMs = now.getTime() - (failure?.at.getTime() ?? 0);
    // A clock that was set back makes nothing last longer.
    return agoMs >= 0 && agoMs < remembered_ms ? failure : undefined;
  };
  return {
    includes: (sha256, task, now) =>
      keysOf(sha256, task).some((key) => (lately(key, now)?.width ?? Number.POSITIVE_INFINITY) <= widthOf(task)),
    add: (sha256, task, at) => {
      for (const key of keysOf(sha256, task)) {
        const width = Math.min(widthOf(task), lately(key, at)?.width ?? Number.POSITIVE_INFINITY);
        failures.set(key, { at, width }, 1);
      }
    },
  };
}

/** Which of several pages it was is not known: then none of them is described with others, and each may be by itself. */
function keysOf(sha256: Sha256Hex, task: PageTask): string[] {
  if (task.wanted === "picture") return [`${sha256} picture ${task.page}`];
  if (task.count === 1) return [`${sha256} described alone ${task.first}`];
  return Array.from({ length: task.count }, (_, at) => `${sha256} described ${task.first + at}`);
}

/** A picture that is too dear is so in every larger width. */
const widthOf = (task: PageTask): number => (task.wanted === "picture" ? task.width : 0);
