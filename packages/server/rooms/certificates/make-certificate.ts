/** A key under a password and the qualified certificate of it, for a person who was identified; what they had for the same purpose ends. */
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { type IdentitySecret, type PersonData, personOf } from "../identity-proofing/identity-proofing.ts";
import { makeKey, type PasswordKeysDeps } from "../password-keys/password-keys.ts";
import { type EndEarlierDeps, endEarlier } from "./end-earlier.ts";
import { type IssueQualifiedDeps, issueQualified } from "./issue-qualified.ts";
import { recordChange } from "./record-change.ts";

/** What it asks of the world. */
export type MakeCertificateDeps = IssueQualifiedDeps &
  PasswordKeysDeps &
  EndEarlierDeps & { readonly identitySecret: IdentitySecret };

/** Who was identified, and the phone and password that will release their signatures. */
export type Identified = PersonData & {
  /** Whose representative they are; null: they sign for themselves. */
  readonly organisationId: string | null;
  readonly phone: string;
  readonly password: PasswordBytes;
  /** In which they are written to. */
  readonly language: Language;
  /** Where the request came from; empty: the service makes it itself. */
  readonly from: { readonly ip?: string; readonly userAgent?: string };
};

/** The ids of person and certificate, or why no certificate was made; `faults`: rules that the password breaks. */
export type MadeCertificate =
  | { readonly ok: true; readonly personId: string; readonly certificateId: string }
  | { readonly ok: false; readonly faults: readonly CertificatePasswordFault[] }
  | { readonly ok: false; readonly code: ErrorCode };

/** Makes both in the caller's transaction, which the caller undoes where there is no certificate. @throws ModuleUnavailable without a place in the signing module */
export async function makeCertificate(deps: MakeCertificateDeps, identified: Identified): Promise<MadeCertificate> {
  const { password, organisationId, from, language, firstName, lastName, email, birthdate, phone } = identified;
  const key = await makeKey(deps, { password, owner: { firstName, lastName } });
  if (!key.ok) return { ok: false, faults: key.faults };
  const personId = await personOf(deps, { firstName, lastName, email, birthdate });
  const replaced = await endEarlier(deps, { personId, organisationId }, from);
  const subject =
    organisationId === null
      ? ({ kind: "person", organisationId } as const)
      : ({ kind: "organisation", organisationId } as const);
  const issued = await issueQualified(deps, { firstName, lastName, email, phone, personId, ...subject }, key);
  if (issued.ok) {
    const { certificateId } = issued;
    // A person of the service met them: nothing rests.
    const how = { route: "on-site", language, workflowId: null, rests: false, check: null } as const;
    if (replaced !== null)
      await recordChange(deps, { ...how, certificateId, kind: "password", phone: replaced.phone, from });
    return { ok: true, personId, certificateId };
  }
  return { ok: false, code: issued.why === "not-verified" ? "ORGANIZATION_NOT_VERIFIED" : "SIGNING_IN_PROGRESS" };
}
