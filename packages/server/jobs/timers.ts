/** What is done every so often. Any number of processes may do it at once: each of these is harmless when two do. */
import { signing_sweep_every_s } from "@siegel/contract/limits.ts";
import type { ServerDeps } from "../deps.ts";
import { ensureHierarchy } from "../rooms/authority/authority.ts";
import { forgetSignatureImages } from "../rooms/documents/documents.ts";
import { forgetHandovers } from "../rooms/handover/handover.ts";
import { forgetPasswordTries } from "../rooms/login/login.ts";
import { forgetUnused } from "../rooms/sending/sending.ts";
import { sweepSigning, takeOverSigning } from "../rooms/signing/signing.ts";
import { expireOverdue, remindDue } from "../rooms/workflows/workflows.ts";

type Timer = { readonly everyS: number; readonly work: (deps: ServerDeps) => Promise<unknown> };

// roles.ts says which kinds of process run which.
const timers = {
  "sweep of signing acts": { everyS: signing_sweep_every_s, work: (deps) => sweepSigning(deps) },
  /** What a killed process was at work on: one look into a table that holds running work only. */
  "takeover from dead processes": { everyS: 2, work: (deps) => takeOverSigning(deps) },
  /** One look into an index of open workflows. */
  "expiry of workflows": { everyS: 30, work: expireOverdue },
  /** Whom nothing but time reminds (SIEGEL_REMIND_BEFORE_EXPIRY_H, SIEGEL_REMIND_AFTER_DAYS). */
  "reminders of signers": { everyS: 300, work: (deps) => remindDue({ ...deps, times: deps.config.reminders }) },
  /** Renews units that are due and lists that run out. */
  "upkeep of the authority": { everyS: 600, work: ensureHierarchy },
  /** Answers and uploads that nobody used for a day, and blobs that nobody names. */
  "forgetting of what is unused": { everyS: 3_600, work: forgetUnused },
  "clearing away of leftovers": { everyS: 600, work: clearLeftovers },
  /** Wrong passwords that count no more; like leftovers by a time to rely on. */
  "forgetting of wrong passwords": {
    everyS: 600,
    work: ({ db, trustedTime }) => forgetPasswordTries(db, trustedTime.attest()),
  },
  /** Images of signatures that nobody will make any more, and what phones gave and nobody took. */
  "forgetting of images": { everyS: 300, work: forgetImages },
} as const satisfies Record<string, Timer>;

/** No work on them takes a tenth of it, but a page's reader, which has opened its file at once and needs its name no more. */
const leftover_s = 3_600;

/** What processes that died left in the store; by a time to rely on, since a clock that was put forward makes what is at work old. */
async function clearLeftovers({ blobs, trustedTime }: ServerDeps): Promise<void> {
  await blobs.removeLeftovers(new Date(trustedTime.attest().getTime() - leftover_s * 1_000));
}

async function forgetImages({ db, trustedTime }: ServerDeps): Promise<void> {
  await forgetSignatureImages(db);
  await forgetHandovers(db, trustedTime.attest());
}

/** Name of a timer. */
export type TimerName = keyof typeof timers;

/** All timers there are. */
export const timerNames = Object.keys(timers) as TimerName[];

/** Starts timers by name; `stop` waits for what is running. */
export function startTimers(deps: ServerDeps, names: readonly TimerName[]): { readonly stop: () => Promise<void> } {
  const stops = names.map((name) => every(deps, name));
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** Does a timer's work again and again with a pause between two runs; a fault is logged and the next run comes all the same. */
function every(deps: ServerDeps, name: TimerName): () => Promise<void> {
  const { everyS, work }: Timer = timers[name];
  let running: Promise<unknown> = Promise.resolve();
  let next: NodeJS.Timeout | null = null;
  let stopped = false;
  const plan = () => {
    if (stopped) return;
    next = setTimeout(() => {
      running = work(deps)
        .catch((fault: unknown) => deps.log.error({ fault, timer: name }, "a timer's work failed"))
        .finally(plan);
    }, everyS * 1_000);
  };
  plan();
  return async () => {
    stopped = true;
    if (next) clearTimeout(next);
    await running;
  };
}
