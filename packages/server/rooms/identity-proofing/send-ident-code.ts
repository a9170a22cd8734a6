/** Sends a code to the phone that was recorded when the person was met, and checks it. */
import { otp_expires_s, otp_resend_after_s } from "@siegel/contract/limits.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { inTransaction } from "../../db/transaction.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import {
  openChallenge,
  type SendCodeDeps,
  secondsToWait,
  sendCode,
  type WriteCodeDeps,
  writeCode,
} from "../challenges/challenges.ts";
import { readCaseOfLink, type StoredCase } from "./cases-store.ts";
import { type IdentityData, type IdentitySecret, openIdentity } from "./identity-data.ts";

/** What sending such a code asks of the world. */
export type IdentCodeDeps = WriteCodeDeps & SendCodeDeps & { readonly identitySecret: IdentitySecret };

/** Who asks, as the link and the socket say; `isAnother`: a new code, although one may be on its way. */
export type AskedIdentCode = {
  readonly secret: string;
  readonly isAnother: boolean;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
};

/** Whose link it is. */
export type MetPerson = {
  readonly caseId: string;
  readonly data: IdentityData;
  /** Its name in the register. */
  readonly organisation: string | null;
  readonly identifiedAt: Date;
  readonly linkExpiresAt: Date;
};

/** Whether a case takes what its link brings. */
export const isUsable = ({ state, linkExpiresAt }: StoredCase, now: Date): boolean =>
  state === "open" && linkExpiresAt > now;

/** Whom the codes of a case are for. */
export const holderOf = (caseId: string) => ({ kind: "identification", id: caseId }) as const;

/** Sends a code, or answers the one on its way. */
export async function sendIdentCode(deps: IdentCodeDeps, asked: AskedIdentCode) {
  const now = deps.clock.now();
  const found = await readCaseOfLink(deps.db, digestOfSecret(asked.secret));
  if (found === null || !isUsable(found, now)) return { ok: false, code: "NO_IDENTIFICATION_FOUND" } as const;
  const met = await metPerson(deps, found);
  const { ip, network, userAgent } = asked;
  const send = { holder: holderOf(met.caseId), channel: "sms", sentTo: met.data.phone, network, now } as const;
  const terms = { purpose: "personal-ident", stateHash: null } as const;
  const order = { ...send, ...terms, workflowId: null, language: found.language, ip, userAgent };
  const made = await inTransaction(deps.db, async (db) => {
    const wait = await secondsToWait(db, deps, send);
    const living = asked.isAnother && wait === 0 ? null : await openChallenge(db, deps, { ...send, ...terms, wait });
    if (living !== null) return { kind: "living", living } as const;
    return wait > 0
      ? ({ kind: "wait", wait } as const)
      : ({ kind: "new", written: await writeCode(db, deps, order) } as const);
  });
  if (made.kind === "wait") return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: made.wait } as const;
  if (made.kind === "living") {
    const { reference, expires_in_s, resend_after_s } = made.living;
    return { ok: true, sent: { met, reference, expiresInS: expires_in_s, resendAfterS: resend_after_s } } as const;
  }
  const { message, ...written } = made.written;
  if (message === null) throw new Error("a code by text message has a message");
  const sent = await sendCode(deps, order, { ...written, message });
  if (!sent.ok) return sent;
  const { reference } = written;
  return { ok: true, sent: { met, reference, expiresInS: otp_expires_s, resendAfterS: otp_resend_after_s } } as const;
}

/** What a case holds, opened. */
export async function metPerson(
  { db, identitySecret }: Pick<IdentCodeDeps, "db" | "identitySecret">,
  found: StoredCase,
): Promise<MetPerson> {
  const { caseId, sealed, identifiedAt, linkExpiresAt } = found;
  const data = openIdentity(identitySecret, caseId, sealed);
  const { organisationId } = data;
  const register = organisationId === null ? null : await verifiedOrganisation(db, organisationId);
  return { caseId, data, organisation: register?.legalName ?? null, identifiedAt, linkExpiresAt };
}

/** The number as the page shows it. */
export const shownPhone = ({ data }: MetPerson): string => maskPhone(data.phone);
