/** The signing call: approve, work for at most five seconds, tell the truth (decisions.md §9). */
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { signing_answer_s, signing_sweep_every_s } from "@siegel/contract/limits.ts";
import { authoriseSigning, type SigningCall } from "./authorise-signing.ts";
import { continueSigning, type Progress } from "./continue-signing.ts";
import { readActState } from "./read-act-state.ts";
import { livedFault } from "./signing-faults.ts";
import type { SigningDeps } from "./signing-run.ts";
import { saveToldPending } from "./signing-store.ts";

/** What the signer is told. */
export type SigningAnswer =
  | { readonly ok: true; readonly status: "SIGNED" | "FINISHED"; readonly authToken: string }
  | { readonly ok: true; readonly status: "PENDING"; readonly authToken: string; readonly retryAfterS: number }
  | { readonly ok: false; readonly code: ErrorCode };

const busyPauseMs = 60;
const busyRetryS = 2;

/** Signs for one signer; PENDING when it takes longer than five seconds, and then the work goes on without the caller. */
export async function signNow(deps: SigningDeps, call: SigningCall): Promise<SigningAnswer> {
  const authorised = await authoriseSigning(deps, call);
  return authorised.ok ? await carryOut(deps, { ...authorised, signerId: call.signerId }) : authorised;
}

/** Works on a recorded approval, for at most five seconds. */
export async function carryOut(
  deps: SigningDeps,
  { actId, signerId }: { readonly actId: string; readonly signerId: SignerId },
): Promise<SigningAnswer> {
  const progress = await workFor(signing_answer_s * 1000, () => runOf(deps, actId));
  return await answerFor(deps, signerId, progress);
}

/** A run that could not even record its fault leaves the act due: the state read next says PENDING, the sweep goes on. */
async function runOf(deps: SigningDeps, actId: string): Promise<Progress> {
  return await continueSigning(deps, actId).catch((fault: unknown): Progress => {
    deps.onFault(livedFault(actId, "a run over the act", fault));
    return "waiting";
  });
}

async function answerFor(deps: SigningDeps, signerId: SignerId, progress: Progress): Promise<SigningAnswer> {
  const state = await readActState(deps.db, signerId);
  switch (state.status) {
    case "NONE":
      throw new Error(`the act of signer ${signerId} is gone`);
    case "FAILED":
      return { ok: false, code: state.code };
    case "PENDING": {
      // It may have been signed between reading and promising: then nothing is owed and the better answer is read.
      if (!(await saveToldPending(deps.db, state.actId))) return await answerFor(deps, signerId, progress);
      const retryAfterS = progress === "waiting" ? signing_sweep_every_s : busyRetryS;
      return { ok: true, status: "PENDING", authToken: state.authToken, retryAfterS };
    }
    default:
      return { ok: true, status: state.status, authToken: state.authToken };
  }
}

/** Works until there is an outcome or the time is over; what is running then goes on and is not waited for. */
async function workFor(durationMs: number, work: () => Promise<Progress>): Promise<Progress> {
  const stop = new AbortController();
  const late = sleep(durationMs, true, { signal: stop.signal }).catch(() => true);
  let over = false;
  try {
    while (!over) {
      const progress = await Promise.race([work(), late]);
      if (typeof progress === "boolean") return "busy";
      if (progress !== "busy") return progress;
      over = (await Promise.race([sleep(busyPauseMs, false), late])) === true;
    }
    return "busy";
  } finally {
    stop.abort();
  }
}
