/**
 * A signer whose name is doubtful hands the identification in (decisions.md §13): key and phone are chosen, a code proves the phone, and from
 * then on both are kept until an operator has decided. Nothing is signed, and no certificate is issued before.
 */
import type { SignerId } from "@siegel/contract/ids.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { PhoneChannel } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  type CheckCodeDeps,
  type CheckedCode,
  checkCode,
  type SendOrResumeDeps,
  type SentOrResumed,
  sendOrResume,
  useCode,
} from "../challenges/challenges.ts";
import { acceptTerms } from "../login/login.ts";
import { checkMayRelease, type SignerContext } from "../workflows/workflows.ts";
import type { CheckDeps } from "./begin-check.ts";
import { recordCheck } from "./check-events.ts";
import { readCheck, type SignersCheck } from "./checks-store.ts";
import { chosenOf, saveKept } from "./chosen-key.ts";
import { checkOfBrowser } from "./come-back.ts";
import type { IdentitySecret } from "./identity-data.ts";
import { readKeptOf } from "./over-checks-store.ts";
import { insertReview } from "./review-store.ts";
import { endEarlierReviews, mayHandIn } from "./unkept.ts";

/** Where and when somebody asks. */
type From = { readonly ip: string; readonly userAgent: string };

/** The doubtful identification of a browser for this signer, kept or not; null: theirs is none. */
export async function doubtfulOf(
  db: Db,
  { context, browser }: { readonly context: SignerContext; readonly browser: string | null },
): Promise<SignersCheck | null> {
  const check = await checkOfBrowser(db, { browser, signerId: context.signer.signerId });
  return check?.state === "review" && check.releasedAt !== null ? check : null;
}

/** The one of a signer that waits for a person, whatever browser it is of; or null. */
export const waitingOf = async (db: Db, signerId: SignerId): Promise<SignersCheck | null> =>
  (await readKeptOf(db, signerId)).at(-1) ?? null;

const codesOf = (checkId: string) =>
  ({ purpose: "personal-ident", holder: { kind: "identification", id: checkId } }) as const;
/** The code stands for the key, and so for the phone, which is chosen with it: after another choice it is worth nothing. */
const choiceHash = (keyId: string): string => digestOfSecret(`choice of key ${keyId}`);

const missing = { ok: false, code: "IDENTIFICATION_MISSING" } as const;

/** Sends a code to the chosen phone. Documents are neither held nor prepared for it. `resume`: too early for another, the one on its way is good. */
export async function sendReviewCode(
  deps: SendOrResumeDeps & { readonly identitySecret: IdentitySecret },
  { context, check }: { readonly context: SignerContext; readonly check: SignersCheck },
  asked: From & {
    readonly channel: PhoneChannel;
    readonly network: string;
    readonly resume: boolean;
    readonly termsTicked: boolean;
  },
): Promise<SentOrResumed> {
  const { db, clock } = deps;
  const now = clock.now();
  const chosen = chosenOf(deps.identitySecret, check);
  if (chosen === null || !mayHandIn(check, now)) return missing;
  const allowed = checkMayRelease(context, "password-and-code", now);
  if (!allowed.ok) return allowed;
  const { channel, network, ip, userAgent } = asked;
  const act = asked.termsTicked ? "ticked before the code" : null;
  const accepted = await acceptTerms({ db, clock }, { context, act, ip, userAgent }, "code");
  if (!accepted.ok) return accepted;
  const order = {
    ...codesOf(check.checkId),
    channel,
    sentTo: chosen.phone,
    stateHash: choiceHash(chosen.keyId),
    workflowId: null,
    language: context.signer.language,
    network,
    now,
    ip,
    userAgent,
  } as const;
  return await sendOrResume(deps, order, (wait) => asked.resume && wait > 0);
}

/** What keeping asks of the world. */
export type KeepDeps = CheckCodeDeps & Pick<CheckDeps, "db" | "clock" | "identitySecret">;

/** Keeps key and phone, once, if the code is right. Answers the identification as it stands then. */
export async function keepForReview(
  deps: KeepDeps,
  { context, check }: { readonly context: SignerContext; readonly check: SignersCheck },
  typed: From & { readonly authToken: string; readonly otp: string },
): Promise<
  | { readonly ok: true; readonly check: SignersCheck }
  | Extract<CheckedCode, { readonly ok: false }>
  | Extract<ReturnType<typeof checkMayRelease>, { readonly ok: false }>
  | typeof missing
> {
  const { checkId, keyId } = check;
  const now = deps.clock.now();
  if (keyId === null || !mayHandIn(check, now)) return missing;
  const allowed = checkMayRelease(context, "password-and-code", now);
  if (!allowed.ok) return allowed;
  const { ip, userAgent } = typed;
  const code = await checkCode(deps, { ...typed, ...codesOf(checkId), stateHash: choiceHash(keyId) });
  // Another key was chosen since it was sent: to whom it went says nothing of the new phone.
  if (!code.ok) return code.code === "WORKFLOW_CHANGED" ? { ok: false, code: "OTP_EXPIRED" } : code;
  return await inTransaction(deps.db, async (db) => {
    if (!(await saveKept(db, checkId, { keyId, at: now }))) return missing;
    if (!(await useCode(db, code.challengeId))) throw new Error("the code of a check is used by keeping it alone");
    await endEarlierReviews(db, check, { at: now, by: { ip, userAgent } });
    await insertReview(db, checkId, now);
    await recordCheck(db, check, { type: "identification.kept", at: now, by: { ip, userAgent } });
    const kept = await readCheck(db, checkId);
    return kept?.purpose === "sign" ? { ok: true, check: kept } : missing;
  });
}
