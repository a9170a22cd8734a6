/**
 * Recurring work. Work with intervals below a minute runs in each process of the role; the queue starts the rest, in one process. All of
 * it is harmless if two processes do it at the same time.
 */
import { signing_sweep_every_s } from "@siegel/contract/limits.ts";
import type { ServerDeps } from "../deps.ts";
import { forgetTries, forgetWaiting } from "../rooms/administrators/administrators.ts";
import { ensureHierarchy } from "../rooms/authority/authority.ts";
import { forgetChanges, tellOfEnds } from "../rooms/certificates/certificates.ts";
import { forgetSignatureImages } from "../rooms/documents/documents.ts";
import { forgetHandovers } from "../rooms/handover/handover.ts";
import { forgetOwnersChecks, settleOverdue } from "../rooms/identity-proofing/identity-proofing.ts";
import { deleteOldRecords, runTrials, warnOfUsage } from "../rooms/leaving/leaving.ts";
import { forgetPasswordTries } from "../rooms/login/login.ts";
import { forgetVisits } from "../rooms/own-certificates/own-certificates.ts";
import { forgetNonces } from "../rooms/password-keys/password-keys.ts";
import { forgetUnused } from "../rooms/sending/sending.ts";
import { sweepSigning, takeOverSigning } from "../rooms/signing/signing.ts";
import { deliverDue, forgetDeliveries } from "../rooms/webhooks/webhooks.ts";
import { expireOverdue, remindDue } from "../rooms/workflows/workflows.ts";
import type { JobQueue } from "./boss.ts";

type When = { readonly everyS: number } | { readonly cron: string };
type Timer = When & { readonly work: (deps: ServerDeps) => Promise<unknown> };

// roles.ts says which process runs which timer.
const timers = {
  "sweep of signing acts": { everyS: signing_sweep_every_s, work: (deps) => sweepSigning(deps) },
  /** Signing acts of killed processes. The query reads a table that holds running work only. */
  "takeover from dead processes": { everyS: 2, work: (deps) => takeOverSigning(deps) },
  /** The query uses an index of open workflows. */
  "expiry of workflows": { everyS: 30, work: expireOverdue },
  /** Reminders that are due by time (SIEGEL_REMIND_BEFORE_EXPIRY_H, SIEGEL_REMIND_AFTER_DAYS). */
  "reminders of signers": { cron: "*/5 * * * *", work: (deps) => remindDue({ ...deps, times: deps.config.reminders }) },
  /** Begins what is due, also what a killed process was at. The query reads receivers, of which there are few. */
  "delivery of webhooks": { everyS: 1, work: deliverDue },
  "forgetting of deliveries": {
    cron: "41 3 * * *",
    work: ({ db, trustedTime }) => forgetDeliveries(db, trustedTime.attest()),
  },
  /** Renews certificates of the authority and CRLs that are about to expire. */
  "upkeep of the authority": { cron: "*/10 * * * *", work: ensureHierarchy },
  /** Deletes answers and uploads not used for a day, and blobs that no row names. */
  "forgetting of what is unused": { cron: "17 * * * *", work: forgetUnused },
  "clearing away of leftovers": { cron: "3-59/10 * * * *", work: clearLeftovers },
  /** Wrong passwords that no longer count, activation data that ended, and what was proven at /certManager; by trusted time, like leftovers. */
  "forgetting of wrong passwords": {
    cron: "6-59/10 * * * *",
    work: forgetWrongPasswords,
  },
  /** Signature images of ended workflows, and images from phones that no session took. */
  "forgetting of images": { cron: "2-59/5 * * * *", work: forgetImages },
  /** Those whose time is over: providers are asked a last time. */
  "end of identifications": { everyS: 30, work: settleOverdue },
  /** Warns trials, closes and deletes what is over; at most fifty a run. */
  "end of trials": { cron: "8-59/10 * * * *", work: endTrials },
  /** How holders of certificates were identified, kept for seven years after a certificate has ended. */
  "forgetting of records": {
    cron: "51 3 * * *",
    work: ({ db, trustedTime }) => deleteOldRecords(db, trustedTime.attest()),
  },
  /** Tells holders of qualified certificates 90, 30 and 7 days before the end. */
  "notice of ending certificates": { cron: "27 6 * * *", work: tellOfEnds },
  /** Tells administrators when most of a limit is taken. */
  "warnings of usage": { cron: "4-59/10 * * * *", work: warnOfUsage },
} as const satisfies Record<string, Timer>;

/** Work on a draft or lent file takes less than a tenth of this, except reading pages: that process opens its file at once and no longer needs the name. */
const leftover_s = 3_600;

/** Removes files of dead processes from the store. By trusted time: a clock that was set forward would make files in use look old. */
async function clearLeftovers({ blobs, trustedTime }: ServerDeps): Promise<void> {
  await blobs.removeLeftovers(new Date(trustedTime.attest().getTime() - leftover_s * 1_000));
}

async function forgetWrongPasswords({ db, clock, trustedTime }: ServerDeps): Promise<void> {
  const now = trustedTime.attest();
  await forgetPasswordTries(db, now);
  await forgetTries(db, now);
  await forgetWaiting(db, now);
  await forgetNonces(db, now);
  await forgetVisits(db, now);
  await forgetChanges({ db, clock });
  await forgetOwnersChecks({ db, clock });
}

/** Those that failed wait for the next run, and do not keep the others waiting. */
async function endTrials(deps: ServerDeps): Promise<void> {
  const failed = (await runTrials(deps, { isDry: false })).filter((act) => act.outcome === "fault");
  if (failed.length > 0) throw new Error(`the end of ${failed.length} trials failed`, { cause: failed[0]?.fault });
}

async function forgetImages({ db, trustedTime }: ServerDeps): Promise<void> {
  await forgetSignatureImages(db);
  await forgetHandovers(db, trustedTime.attest());
}

/** Name of a timer. */
export type TimerName = keyof typeof timers;

/** All timers. */
export const timerNames = Object.keys(timers) as TimerName[];

/** Does a timer's work once and logs a fault; the next run comes anyway. @throws the fault */
export async function runTimer(deps: ServerDeps, name: TimerName): Promise<void> {
  const { work }: Timer = timers[name];
  try {
    await work(deps);
  } catch (fault) {
    deps.log.error({ fault, timer: name }, "a timer's work failed");
    throw fault;
  }
}

/** Starts timers by name, and keeps the schedules that other processes work on; `stop` waits for running work. */
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

/** Names of queues contain no blanks. */
const queueOf = (name: TimerName): string => name.replaceAll(" ", "-");

/** Repeats a timer's work with a pause between two runs. */
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
