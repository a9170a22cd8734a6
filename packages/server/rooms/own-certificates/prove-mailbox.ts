/** The first proof: a code by mail, to every address alike, so that nobody learns who has certificates. */
import type { MailCode, ProvenMailbox } from "@siegel/contract/calls/cert-manager.ts";
import { type Language, otp_expires_s, otp_resend_after_s } from "@siegel/contract/limits.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import {
  type CheckCodeDeps,
  checkNewestCode,
  isCodeOf,
  openChallenge,
  secondsToWait,
  useCode,
  type WriteCodeDeps,
  writeCode,
} from "../challenges/challenges.ts";
import { lasts, proof_ms } from "./proofs.ts";
import { lockVisit, readVisit, saveMailboxProof, type Visit } from "./visits-store.ts";
import { type WrongOtp, wrongOtp } from "./wrong-otp.ts";

/** Who asks: the secret of their browser, and where they are. */
export type AskedBy = {
  readonly browser: string;
  readonly language: Language;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
};

type AskDeps = WriteCodeDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly enqueue: Enqueue;
};

/** What the page is told of the code, or how long to wait for one. */
type Asked =
  | { readonly ok: true; readonly code: MailCode }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

/** Whose code it is: of one visit, so that a code is wrong in every other browser. */
const holderOf = ({ visitId }: Pick<Visit, "visitId">) => ({ kind: "mailbox", id: visitId }) as const;

/** Writes a code down, which a job mails; or answers the one on its way. No certificate is looked at. */
export async function askMailCode(
  deps: AskDeps,
  { email, ...by }: AskedBy & { readonly email: string },
): Promise<Asked> {
  const { language, network, ip, userAgent } = by;
  const sentTo = email.trim().toLowerCase();
  return await inTransaction(deps.db, async (db) => {
    const now = deps.clock.now();
    const visit = await lockVisit(db, {
      visitId: deps.random.id(),
      browserHash: digestOfSecret(by.browser),
      email: sentTo,
      at: now,
    });
    const order = {
      holder: holderOf(visit),
      channel: "mail",
      purpose: "revoke-mail",
      sentTo,
      stateHash: null,
      workflowId: null,
      language,
      network,
      now,
      ip,
      userAgent,
    } as const;
    const wait = await secondsToWait(db, deps, order);
    if (wait > 0) {
      const living = await openChallenge(db, deps, { ...order, wait });
      if (living === null) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: wait };
      const { reference, expires_in_s, resend_after_s } = living;
      return { ok: true, code: { reference, expires_in_s, resend_after_s } };
    }
    const { attemptId, reference } = await writeCode(db, deps, order);
    await deps.enqueue(db, "send-code-mail", { attemptId, language });
    return { ok: true, code: { reference, expires_in_s: otp_expires_s, resend_after_s: otp_resend_after_s } };
  });
}

/** The proof, or why the code proves nothing. */
type Proven = { readonly ok: true; readonly proof: ProvenMailbox } | WrongOtp;

/** Checks the newest code of a browser, and uses it up. The same code again answers the same proof. */
export async function checkMailCode(
  deps: CheckCodeDeps,
  typed: { readonly browser: string | null; readonly otp: string; readonly ip: string; readonly userAgent: string },
): Promise<Proven> {
  const { browser, otp, ip, userAgent } = typed;
  const visit = browser === null ? null : await readVisit(deps.db, digestOfSecret(browser));
  if (visit === null) return wrongOtp();
  const of = { holder: holderOf(visit), purpose: "revoke-mail" } as const;
  const { mailChallenge: challengeId, provenAt } = visit;
  if (challengeId !== null && provenAt !== null && lasts(provenAt, deps.clock.now()))
    if (await isCodeOf(deps, { ...of, challengeId, otp })) return proven(visit, provenAt);
  const checked = await checkNewestCode(deps, { ...of, channel: "mail", otp, stateHash: null, ip, userAgent });
  if (!checked.ok) return wrongOtp(checked);
  const at = deps.clock.now();
  const isUsed = await inTransaction(deps.db, async (db) => {
    if (!(await useCode(db, checked.challengeId))) return false;
    await saveMailboxProof(db, visit.visitId, { challengeId: checked.challengeId, at });
    return true;
  });
  return isUsed ? proven(visit, at) : wrongOtp();
}

const proven = ({ email }: Visit, at: Date): Proven => ({
  ok: true,
  proof: { email, ends_at: new Date(at.getTime() + proof_ms).toISOString() },
});
