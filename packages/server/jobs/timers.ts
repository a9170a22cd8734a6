/**
 * What is done every so often. Below a minute each process of the role does it; from a minute on the queue says when, and one process
 * does it. Each of these is harmless when two do it at once all the same.
 */
import { signing_sweep_every_s } from "@siegel/contract/limits.ts";
import type { ServerDeps } from "../deps.ts";
import { ensureHierarchy } from "../rooms/authority/authority.ts";
import { forgetSignatureImages } from "../rooms/documents/documents.ts";
import { forgetHandovers } from "../rooms/handover/handover.ts";
import { forgetPasswordTries } from "../rooms/login/login.ts";
import { forgetUnused } from "../rooms/sending/sending.ts";
import { sweepSigning, takeOverSigning } from "../rooms/signing/signing.ts";
import { expireOverdue, remindDue } from "../rooms/workflows/workflows.ts";
import type { JobQueue } from "./boss.ts";

type When = { readonly everyS: number } | { readonly cron: string };
type Timer = When & { readonly work: (deps: ServerDeps) => Promise<unknown> };

// roles.ts says which kinds of process run which.
const timers = {
  "sweep of signing acts": { everyS: signing_sweep_every_s, work: (deps) => sweepSigning(deps) },
  /** What a killed process was at work on: one look into a table that holds running work only. */
  "takeover from dead processes": { everyS: 2, work: (deps) => takeOverSigning(deps) },
  /** One look into an index of open workflows. */
  "expiry of workflows": { everyS: 30, work: expireOverdue },
  /** Whom nothing but time reminds (SIEGEL_REMIND_BEFORE_EXPIRY_H, SIEGEL_REMIND_AFTER_DAYS). */
  "reminders of signers": { cron: "*/5 * * * *", work: (deps) => remindDue({ ...deps, times: deps.config.reminders }) },
  /** Renews units that are due and lists that run out. */
  "upkeep of the authority": { cron: "*/10 * * * *", work: ensureHierarchy },
  /** Answers and uploads that nobody used for a day, and blobs that nobody names. */
  "forgetting of what is unused": { cron: "17 * * * *", work: forgetUnused },
  "clearing away of leftovers": { cron: "3-59/10 * * * *", work: clearLeftovers },
  /** Wrong passwords that count no more; like leftovers by a time to rely on. */
  "forgetting of wrong passwords": {
    cron: "6-59/10 * * * *",
    work: ({ db, trustedTime }) => forgetPasswordTries(db, trustedTime.attest()),
  },
  /** Images of signatures that nobody will make any more, and what phones gave and nobody took. */
  "forgetting of images": { cron: "2-59/5 * * * *", work: forgetImages },
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

/** A timer's work, once. What failed is logged: the next run comes all the same. @throws what failed */
export async function runTimer(deps: ServerDeps, name: TimerName): Promise<void> {
  const { work }: Timer = timers[name];
  try {
    await work(deps);
  } catch (fault) {
    deps.log.error({ fault, timer: name }, "a timer's work failed");
    throw fault;
  }
}

/** Starts timers by name, and keeps the schedules that other processes work on; `stop` waits for what is running. */
export async function startTimers(
  deps: ServerDeps,
  queue: Pick<JobQueue, "repeat">,
  names: readonly TimerName[],
): Promise<{ readonly stop: () => Promise<void> }> {
  if (names.length === 0) return { stop: async () => undefined };
  const scheduled = timerNames.flatMap((name) => {
    const timer: Timer = timers[name];
    if (!("cron" in timer)) return [];
    const work = names.includes(name) ? () => runTimer(deps, name) : null;
    return [[queueOf(name), { cron: timer.cron, work }] as const];
  });
  const repeated = await queue.repeat(Object.fromEntries(scheduled));
  const short = names.flatMap((name) => {
    const timer: Timer = timers[name];
    return "everyS" in timer ? [every(deps, name, timer.everyS)] : [];
  });
  return { stop: async () => void (await Promise.all([repeated.stop, ...short].map((stop) => stop()))) };
}

/** Queues have no blanks in their names. */
const queueOf = (name: TimerName): string => name.replaceAll(" ", "-");

/** Does a timer's work again and again with a pause between two runs. */
function every(deps: ServerDeps, name: TimerName, everyS: number): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: NodeJS.Timeout | null = null;
  let stopped = false;
  const plan = () => {
    if (stopped) return;
    next = setTimeout(() => {
      running = runTimer(deps, name)
        .catch(() => undefined)
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
