/**
 * What became of an identification: always asked of its provider, whoever knocks (a browser that comes back, a webhook, a timer). The
 * provider is asked outside a transaction, by one process at a time, and its answer counts only while the identification is pending. So
 * order, repetition and delay do not matter.
 */
import { createHash } from "node:crypto";
import type { IdentificationFault, IdentificationState } from "@siegel/contract/identification.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { EidProvider } from "../../ports/eid.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { ProviderAnswer } from "../../ports/proven-identity.ts";
import type { VideoIdentProvider } from "../../ports/video-ident.ts";
import { loadSigner } from "../workflows/workflows.ts";
import type { CheckDeps } from "./begin-check.ts";
import { type CheckActor, recordCheck, typeOfState } from "./check-events.ts";
import { openQuestion, sealProven } from "./check-secrets.ts";
import { mayFollow } from "./check-states.ts";
import {
  endTurn,
  readCheck,
  readCheckBy,
  readCheckOfProvider,
  readOverdue,
  type Settled,
  type StoredCheck,
  saveState,
  saveStep,
  takeTurn,
} from "./checks-store.ts";
import { compareNames } from "./compare-names.ts";
import { deleteReview } from "./review-store.ts";
import { dropKey, endReviewsOfNothing, endUnkept, forgetUnused } from "./unkept.ts";

/** What settling asks of the world. */
export type SettleDeps = CheckDeps & {
  readonly eid: EidProvider | null;
  readonly videoIdent: VideoIdentProvider | null;
  readonly onFault: OnFault;
};

/**
 * What the browser said that came back. It decides nothing about a person: `answer` is only of use to the issuer that wrote it, and
 * `ended` only ends what the provider knows nothing of.
 */
export type BrowserSays = {
  readonly answer?: string;
  readonly ended?: "cancelled" | "client";
  readonly by: CheckActor;
};

/** A film that people look at once more is decided within a week. */
const reviewed_within_ms = 7 * 86_400_000;

/** Longer than a provider may take to answer: then the process that asked is dead. */
const turn_s = 20;

/** Asks the provider, and moves on what its answer moves on. Answers how the identification stands then; null for an unknown id. */
export async function settleCheck(
  deps: SettleDeps,
  checkId: string,
  says: BrowserSays = { by: null },
): Promise<StoredCheck | null> {
  const check = await takeTurn(deps.db, checkId, { now: deps.clock.now(), everyS: turn_s });
  if (check === null) return await readCheck(deps.db, checkId);
  const answer = await ask(deps, check, says);
  if ("cause" in answer)
    deps.onFault({
      room: "identity-proofing",
      undone: "an identification's result",
      actId: checkId,
      fault: answer.cause,
      outage: answer.state === "away",
    });
  await inTransaction(deps.db, async (db) => {
    const locked = await readCheck(db, checkId, { isLocked: true });
    if (locked === null) return;
    await endTurn(db, checkId);
    const next = await nextOf(db, deps, { check: locked, answer, says });
    if (next !== null && mayFollow(locked.state, next.state)) await moveOn(db, locked, { ...next, by: says.by });
  });
  return await readCheck(deps.db, checkId);
}

async function ask(deps: SettleDeps, check: StoredCheck, { answer }: BrowserSays): Promise<ProviderAnswer> {
  const { providerRef, asked, question, checkId } = check;
  const away = (why: string): ProviderAnswer => ({ state: "away", cause: new Error(why) });
  if (check.route === "video") {
    if (deps.videoIdent?.name !== check.provider) return away(`${check.provider} is not configured any more`);
    return providerRef === null ? { state: "pending" } : await deps.videoIdent.result(providerRef);
  }
  // Not before somebody came back from the card: the link may have been sent to a stranger, whose card it would be.
  if (!check.hasArrived) return { state: "pending" };
  const { eid } = deps;
  if (eid?.name !== check.provider) return away(`${check.provider} is not configured any more`);
  if (eid.kind === "server")
    return providerRef === null ? { state: "pending" } : await eid.result({ id: providerRef, counter: asked });
  // An issuer tells the browser alone that somebody was there.
  if (answer === undefined || question === null) return { state: "pending" };
  return await eid.redeem(answer, openQuestion(deps.identitySecret, checkId, question));
}

type Asked = { readonly check: StoredCheck; readonly answer: ProviderAnswer; readonly says: BrowserSays };

/** What follows from an answer, or null: nothing does. */
async function nextOf(db: Db, deps: SettleDeps, { check, answer, says }: Asked): Promise<Next | null> {
  const now = deps.clock.now();
  switch (answer.state) {
    case "succeeded":
      return await identified(db, deps, { check, answer });
    case "review":
      // Its own people look at it, and decide for good: until then it runs.
      await saveStep(db, check.checkId, { expires_at: new Date(now.getTime() + reviewed_within_ms) });
      return null;
    case "failed":
      // Of the person the provider says nothing: then the browser may say why.
      if (answer.why === "PROVIDER" && says.ended !== undefined) return unanswered(check, { answer, says, now });
      return {
        state: "failed",
        failure: answer.why,
        evidenceHash: hashOf(answer.evidence),
        answeredAt: now,
        endedAt: now,
      };
    case "cancelled":
    case "expired":
      return { state: answer.state, endedAt: now };
    default:
      return unanswered(check, { answer, says, now });
  }
}

type Next = Settled & { readonly level?: string };

/** The provider knows nothing. Then the browser may say that the person gave up, and the clock that it took too long. */
function unanswered(
  check: StoredCheck,
  { answer, says, now }: Pick<Asked, "answer" | "says"> & { readonly now: Date },
): Next | null {
  if (says.ended === "cancelled") return { state: "cancelled", endedAt: now };
  if (says.ended === "client") return { state: "failed", failure: "CLIENT", endedAt: now };
  if (check.expiresAt.getTime() > now.getTime()) return null;
  // While the provider is away nobody knows; an app's session is over all the same.
  return answer.state === "away" && check.route === "video" ? null : { state: "expired", endedAt: now };
}

async function identified(
  db: Db,
  deps: SettleDeps,
  {
    check,
    answer,
  }: {
    readonly check: StoredCheck;
    readonly answer: Extract<ProviderAnswer, { readonly state: "succeeded" }>;
  },
): Promise<Next> {
  const { identity, evidence } = answer;
  const now = deps.clock.now();
  const context = await loadSigner(db, check.workflowId, check.signerId);
  // The workflow was deleted meanwhile: nobody is left to be identified for it.
  if (context === null) return { state: "failed", failure: "PROVIDER", endedAt: now };
  const isSure = compareNames(context.signer, identity) === "same";
  return {
    state: isSure ? "succeeded" : "review",
    sealed: sealProven(deps, check, identity),
    evidenceHash: hashOf(evidence),
    answeredAt: now,
    endedAt: isSure ? now : null,
    level: identity.level,
  };
}

const hashOf = (evidence: Uint8Array | null): string | null =>
  evidence === null ? null : createHash("sha256").update(evidence).digest("hex");

async function moveOn(db: Db, check: StoredCheck, next: Next & { readonly by: CheckActor }): Promise<void> {
  if (next.state === "pending" || !(await saveState(db, check, next))) return;
  const { level, evidenceHash, failure, by } = next;
  await recordCheck(db, check, {
    type: typeOfState[next.state],
    at: next.endedAt ?? next.answeredAt ?? check.begunAt,
    by: next.state === "cancelled" ? by : null,
    failure: failure ?? null,
    ...(level === undefined ? {} : { level }),
    ...(evidenceHash === undefined || evidenceHash === null ? {} : { evidence: evidenceHash }),
  });
}

/** Ends a pending one, or one that a person was to look at, without asking anybody. */
export async function endCheck(
  deps: Pick<CheckDeps, "db" | "clock">,
  checkId: string,
  end: {
    readonly state: Extract<IdentificationState, "failed" | "cancelled">;
    readonly failure: IdentificationFault | null;
    readonly by: CheckActor;
  },
): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    const check = await readCheck(db, checkId, { isLocked: true });
    if (check === null || !mayFollow(check.state, end.state)) return;
    await moveOn(db, check, { ...end, endedAt: deps.clock.now() });
    // Of a doubtful one: nobody is to decide any more.
    await dropKey(db, check);
    await deleteReview(db, checkId);
  });
}

/** The identification that a provider's webhook is about; null: none of ours. */
export async function checkOfVideo(
  { db, videoIdent }: Pick<SettleDeps, "db" | "videoIdent">,
  uuid: string,
): Promise<{ readonly checkId: string } | null> {
  if (videoIdent === null) return null;
  return await readCheckOfProvider(db, { provider: videoIdent.name, providerRef: uuid });
}

/** The identification of an address that a provider sends browsers to; null: unknown. */
export const checkOfReference = (db: Db, ref: string): Promise<StoredCheck | null> =>
  readCheckBy(db, "ref_hash", digestOfSecret(ref));

const swept_max = 100;

/** Settles those whose time is over: the last question to their providers, or the end of what nobody handed in. */
export async function settleOverdue(deps: SettleDeps): Promise<void> {
  const overdue = await readOverdue(deps.db, { before: deps.clock.now(), limit: swept_max });
  for (const { checkId } of overdue) await settleCheck(deps, checkId);
  await endUnkept(deps);
  await endReviewsOfNothing(deps);
  await forgetUnused(deps);
}
