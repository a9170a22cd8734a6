/** Sends a code to the phone that was recorded when the person was met, and checks it. */

import type { Language } from "@siegel/contract/limits.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import { type SendOrResumeDeps, sendOrResume } from "../challenges/challenges.ts";
import { readCaseOfLink, type StoredCase } from "./cases-store.ts";
import { type IdentityData, type IdentitySecret, openIdentity } from "./identity-data.ts";

/** What sending such a code asks of the world. */
export type IdentCodeDeps = SendOrResumeDeps & { readonly identitySecret: IdentitySecret };

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
  readonly language: Language;
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
  const { ip, network, userAgent, isAnother } = asked;
  const order = {
    holder: holderOf(met.caseId),
    channel: "sms",
    sentTo: met.data.phone,
    purpose: "personal-ident",
    stateHash: null,
    workflowId: null,
    language: found.language,
    network,
    now,
    ip,
    userAgent,
  } as const;
  const sent = await sendOrResume(deps, order, (wait) => !isAnother || wait > 0);
  if (!sent.ok)
    return "retryAfterSeconds" in sent
      ? ({ ok: false, code: sent.code, retryAfterS: sent.retryAfterSeconds } as const)
      : sent;
  const { reference, expires_in_s, resend_after_s } = sent.challenge;
  return { ok: true, sent: { met, reference, expiresInS: expires_in_s, resendAfterS: resend_after_s } } as const;
}

/** What a case holds, opened. */
export async function metPerson(
  { db, identitySecret }: Pick<IdentCodeDeps, "db" | "identitySecret">,
  found: StoredCase,
): Promise<MetPerson> {
  const { caseId, sealed, language, identifiedAt, linkExpiresAt } = found;
  const data = openIdentity(identitySecret, caseId, sealed);
  const { organisationId } = data;
  const register = organisationId === null ? null : await verifiedOrganisation(db, organisationId);
  return { caseId, data, language, organisation: register?.legalName ?? null, identifiedAt, linkExpiresAt };
}

/** The number as the page shows it. */
export const shownPhone = ({ data }: MetPerson): string => maskPhone(data.phone);
