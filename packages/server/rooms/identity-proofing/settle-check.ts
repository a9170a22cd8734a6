/**
 * What became of an identification: always asked of its provider, whoever knocks (a browser that comes back, a webhook, a timer). The
 * provider is asked outside a transaction, by one process at a time, and its answer counts only while the identification is pending. So
 * order, repetition and delay do not matter.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type IdentificationFault, type IdentificationState, video_lasts_s } from "@siegel/contract/identification.ts";
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
import { openHolder, openQuestion, sealProven } from "./check-secrets.ts";
import { mayFollow, mayTakeBack } from "./check-states.ts";
import { endTurn, readOverdue, takeTurn } from "./check-turns-store.ts";
import {
  readCheck,
  readCheckBy,
  readCheckOfProvider,
  type Settled,
  type StoredCheck,
  saveState,
  saveStep,
} from "./checks-store.ts";
import { compareBirthdates } from "./compare-birthdates.ts";
import { compareNames } from "./compare-names.ts";
import { forgetAnswer } from "./return-codes-store.ts";
import { endReviewsOfNothing, endUnkept, forgetUnused } from "./unkept.ts";

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

/** People at the provider who look at a film once more have a day, once. */
const reviewed_within_ms = 86_400_000;

/** For so long after its time a film is still asked about where the provider is away. */
const asked_after_ms = 86_400_000;

/** Longer than a provider may take to answer: then the process that asked is dead. */
const turn_s = 20;

/** How somebody who brings news waits for a turn: two seconds, and no longer, for a page waits for them. */
const waits_ms = [0, 50, 100, 200, 400, 500, 750];

/** Pages that ask again and again leave a provider alone for so long after an answer. */
const rest_s = 2;

/**
 * Asks the provider, and moves on what its answer moves on. Answers how the identification stands then; null for an unknown id. `restS`: for so
 * long after an answer nobody asks again; who brings news asks at once.
 */
export async function settleCheck(
  deps: SettleDeps,
  checkId: string,
  says: BrowserSays = { by: null },
  restS = 0,
): Promise<StoredCheck | null> {
  const check = await turnOf(deps, checkId, restS);
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
    await endTurn(db, checkId, deps.clock.now());
    const next = await nextOf(db, deps, { check: locked, answer, says });
    if (next !== null && mayFollow(locked.state, next.state)) await moveOn(db, locked, { ...next, by: says.by });
  });
  return await readCheck(deps.db, checkId);
}

/** Waits for another process that asks, where somebody brings news: it may have asked before. Null: it is over, or the turn is another's. */
async function turnOf(
  { db, clock }: Pick<SettleDeps, "db" | "clock">,
  checkId: string,
  restS: number,
): Promise<StoredCheck | null> {
  for (const ms of restS > 0 ? [0] : waits_ms) {
    if (ms > 0) await sleep(ms);
    const taken = await takeTurn(db, checkId, { now: clock.now(), turnS: turn_s, restS });
    if (taken !== null) return taken;
    if ((await readCheck(db, checkId))?.state !== "pending") return null;
  }
  return null;
}

/** The same for a page that asks again and again. It neither keeps a provider busy, nor takes the turn of somebody who brings news. */
export async function pollCheck(deps: SettleDeps, check: StoredCheck): Promise<StoredCheck> {
  const isOver = check.expiresAt <= deps.clock.now();
  if (check.state !== "pending" || !(isOver || canTell(check))) return check;
  return (await settleCheck(deps, check.checkId, { by: null }, rest_s)) ?? check;
}

/** Whether a provider can be asked without news: an eID-Server once somebody came back, an issuer never. */
const canTell = ({ route, providerRef, hasArrived }: StoredCheck): boolean =>
  providerRef !== null && (route === "video" || hasArrived);

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
      if (isTimeSet(check)) return unanswered(check, { answer, says, now });
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

/** Whether people at the provider have got their day already: nobody begins with so much time. */
const isTimeSet = ({ begunAt, expiresAt }: StoredCheck): boolean =>
  expiresAt.getTime() - begunAt.getTime() > video_lasts_s * 1_000;

/** The provider knows nothing. Then the browser may say that the person gave up, and the clock that it took too long. */
function unanswered(
  check: StoredCheck,
  { answer, says, now }: Pick<Asked, "answer" | "says"> & { readonly now: Date },
): Next | null {
  if (says.ended === "cancelled") return { state: "cancelled", endedAt: now };
  if (says.ended === "client") return { state: "failed", failure: "CLIENT", endedAt: now };
  const isAway = answer.state === "away";
  // An issuer's answer comes with the browser, once: nobody will ask again with it, so the person begins again.
  if (isAway && says.answer !== undefined && check.question !== null)
    return { state: "failed", failure: "PROVIDER", endedAt: now };
  const overSince = now.getTime() - check.expiresAt.getTime();
  if (overSince < 0) return null;
  // While the provider is away nobody knows, for a day; an app's session is over all the same.
  return isAway && check.route === "video" && overSince < asked_after_ms ? null : { state: "expired", endedAt: now };
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
  const expected = await expectedBy(db, deps, check);
  // The workflow was deleted meanwhile: nobody is left to be identified for it.
  if (expected === null) return { state: "failed", failure: "PROVIDER", endedAt: now };
  const evidenceHash = hashOf(evidence);
  // Names change; a birthdate does not.
  const birthday = compareBirthdates(expected.birthdate, identity.birthdate ?? "");
  if (birthday === "other")
    return { state: "failed", failure: "NOT_RECOGNISED", evidenceHash, answeredAt: now, endedAt: now };
  // What we know of the person and the document does not tell is for a person to decide.
  const isSure = compareNames(expected, identity) === "same" && (birthday === "same" || expected.birthdate === "");
  return {
    state: isSure ? "succeeded" : "review",
    sealed: sealProven(deps, check, identity),
    evidenceHash,
    answeredAt: now,
    endedAt: isSure ? now : null,
    level: identity.level,
  };
}

/** Who it should be; null: nobody is asked any more. */
async function expectedBy(
  db: Db,
  { identitySecret }: Pick<SettleDeps, "identitySecret">,
  check: StoredCheck,
): Promise<{ readonly firstName: string; readonly lastName: string; readonly birthdate: string } | null> {
  if (check.purpose !== "sign") return openHolder(identitySecret, check);
  const context = await loadSigner(db, check.workflowId, check.signerId);
  return context === null ? null : { ...context.signer, birthdate: "" };
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

/** Ends a pending one without asking its provider. One that a person looks at: `endReview`. */
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
    if (check?.state === "pending") await moveOn(db, check, { ...end, endedAt: deps.clock.now() });
  });
}

/**
 * It came back in a browser that did not begin it: one that is pending ends, and so does one that was settled before anybody came back, by a
 * webhook. What was read is forgotten; its hash stays. `isFirst`: nobody else came back before, who may have been asked to confirm a name.
 */
export async function endElsewhere(
  db: Db,
  checkId: string,
  { at, isFirst }: { readonly at: Date; readonly isFirst: boolean },
): Promise<void> {
  const check = await readCheck(db, checkId, { isLocked: true });
  if (check === null) return;
  const ended = { state: "failed", failure: "ELSEWHERE" } as const;
  if (check.state === "pending") return await moveOn(db, check, { ...ended, endedAt: at, by: null });
  if (!isFirst || !mayTakeBack(check) || !(await forgetAnswer(db, check, { ...ended, endedAt: at }))) return;
  await recordCheck(db, check, { type: typeOfState.failed, at, by: null, failure: ended.failure });
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

/** Settles those whose time is over: a last question to their providers, or the end of what nobody handed in. */
export async function settleOverdue(deps: SettleDeps): Promise<void> {
  const overdue = await readOverdue(deps.db, { before: deps.clock.now(), limit: swept_max });
  for (const { checkId } of overdue) await settleCheck(deps, checkId);
  await endUnkept(deps);
  await endReviewsOfNothing(deps);
  await forgetUnused(deps);
}
