/** Whether a code is right. A wrong one is counted in a transaction of its own, so that no rollback gives a free guess. */
import { otp_tries_max } from "@siegel/contract/limits.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type CheckRefusal, refuseCheck } from "./challenges-rules.ts";
import {
  type CodesOf,
  lockChallenge,
  readChallenge,
  readHolder,
  readOpenChallenge,
  type StoredChallenge,
  saveEnd,
  saveWrongTry,
} from "./challenges-store.ts";
import { eventAbout } from "./code-events.ts";
import { type CodeSecret, challengeToken, isKeptCode } from "./code-secret.ts";
import type { WrongTries } from "./wrong-tries.ts";

/** What checking codes asks of the world. */
export type CheckCodeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly codeSecret: CodeSecret;
  readonly wrongTries: WrongTries;
};

/** A code as typed, what it is to be good for and for whom, from where, and the state a signer sees now (`readApprovable`). */
export type TypedCode = CodesOf & {
  readonly authToken: string;
  readonly otp: string;
  readonly stateHash: string | null;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
};

/** The challenge that the code is right for, or why it is not. A wrong code says how many tries are left, also in `messages` (`tries_left=<n>`). */
export type CheckedCode =
  | { readonly ok: true; readonly challengeId: string }
  | {
      readonly ok: false;
      readonly code: CheckRefusal;
      readonly triesLeft?: number;
      readonly messages?: readonly string[];
    };

/**
 * Checks a code and does not use it up. A token of another purpose or holder, of none, or of a code that a newer one replaced, is
 * answered like a wrong code.
 */
export async function checkCode(deps: CheckCodeDeps, typed: TypedCode): Promise<CheckedCode> {
  return await inTransaction(deps.db, async (db) => {
    const { purpose, holder, authToken } = typed;
    const found = await lockChallenge(db, { purpose, holder, authTokenHash: digestOfSecret(authToken) });
    if (found === null) return { ok: false, code: "CHECK_SMS_PIN_WRONG" };
    const challenge = { ...found, tries: Math.max(found.tries, deps.wrongTries.seen(found.challengeId)) };
    const now = deps.clock.now();
    const refusal = refuseCheck(challenge, { stateHash: typed.stateHash, now });
    if (refusal === null) return await compareCode(db, { deps, challenge, typed, now });
    // A code whose state changed stays dead, also when the old value is typed again.
    if (refusal === "WORKFLOW_CHANGED") await saveEnd(db, challenge.challengeId, "changed");
    // It is not compared: the answer says nothing about the old code, and no try of the new one is used.
    if (refusal === "CHECK_SMS_PIN_WRONG") return { ok: false, code: refusal, messages: ["A newer code was sent."] };
    return { ok: false, code: refusal };
  });
}

/** The same of the holder's newest code on that channel, text messages as a rule, for a page that was told no token. */
export async function checkNewestCode(
  deps: CheckCodeDeps,
  typed: Omit<TypedCode, "authToken"> & { readonly channel?: "sms" | "mail" },
): Promise<CheckedCode> {
  const newest = await readOpenChallenge(deps.db, { channel: "sms", ...typed });
  if (newest === null) return { ok: false, code: "OTP_EXPIRED" };
  return await checkCode(deps, { ...typed, authToken: challengeToken(deps.codeSecret, newest) });
}

/**
 * Whether this is the code of that challenge, however it ended: a client that repeats an answered call sends the same code. This
 * process counts wrong codes, so that an act written into the database by hand does not tell which code is right.
 */
export async function isCodeOf(
  deps: CheckCodeDeps,
  { challengeId, purpose, holder, otp }: CodesOf & { readonly challengeId: string; readonly otp: string },
): Promise<boolean> {
  const challenge = await readChallenge(deps.db, challengeId);
  if (challenge?.purpose !== purpose) return false;
  if (challenge.holder.kind !== holder.kind || challenge.holder.id !== holder.id) return false;
  const tries = deps.wrongTries.seen(challengeId);
  if (tries >= otp_tries_max) return false;
  if (isKeptCode(deps.codeSecret, challenge, otp)) return true;
  deps.wrongTries.remember(challengeId, { tries: tries + 1, now: deps.clock.now() });
  return false;
}

/** The id of the challenge that a token of a holder's names, however it ended; null: none. */
export async function challengeNamed(
  db: Db,
  { authToken, ...of }: CodesOf & { readonly authToken: string },
): Promise<string | null> {
  return (await lockChallenge(db, { ...of, authTokenHash: digestOfSecret(authToken) }))?.challengeId ?? null;
}

/** Whose code of that purpose a token names; null: no holder's. */
export async function holderNamed(
  db: Db,
  { purpose, authToken }: { readonly purpose: CodesOf["purpose"]; readonly authToken: string },
): Promise<string | null> {
  return await readHolder(db, { purpose, authTokenHash: digestOfSecret(authToken) });
}

/** Whether a challenge of that id still lives. */
export async function isLivingCode(
  { db, clock }: Pick<CheckCodeDeps, "db" | "clock">,
  challengeId: string,
): Promise<boolean> {
  const found = await readChallenge(db, challengeId);
  return found !== null && found.ended === null && found.expiresAt > clock.now();
}

type Comparison = {
  readonly deps: CheckCodeDeps;
  readonly challenge: StoredChallenge;
  readonly typed: TypedCode;
  readonly now: Date;
};

async function compareCode(db: Db, { deps, challenge, typed, now }: Comparison): Promise<CheckedCode> {
  const { challengeId } = challenge;
  const { otp, ip, userAgent } = typed;
  if (isKeptCode(deps.codeSecret, challenge, otp)) return { ok: true, challengeId };
  // Before the database is asked: an attacker who controls the database can refuse the count.
  deps.wrongTries.remember(challengeId, { tries: challenge.tries + 1, now });
  await saveWrongTry(db, challengeId);
  const triesLeft = otp_tries_max - challenge.tries - 1;
  await recordEvent(db, {
    at: now,
    type: "code.wrong",
    ...eventAbout(challenge, { ip, userAgent }),
    details: { challengeId, triesLeft },
  });
  return {
    ok: false,
    code: "CHECK_SMS_PIN_WRONG",
    triesLeft,
    messages: ["This code is not right.", `tries_left=${triesLeft}`],
  };
}
