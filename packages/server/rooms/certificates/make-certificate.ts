/** A key under a password and the qualified certificate of it, for a person who was identified; what they had for the same purpose ends. */
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type IdentitySecret, type PersonData, personOf } from "../identity-proofing/identity-proofing.ts";
import { destroyKey, makeKey, type PasswordKeysDeps } from "../password-keys/password-keys.ts";
import { readLivingOf, retireCertificate } from "./certificates-store.ts";
import { type IssueQualifiedDeps, issueQualified } from "./issue-qualified.ts";

/** What it asks of the world. */
export type MakeCertificateDeps = IssueQualifiedDeps & PasswordKeysDeps & { readonly identitySecret: IdentitySecret };

/** Who was identified, and the phone and password that will release their signatures. */
export type Identified = PersonData & {
  /** Whose representative they are; null: they sign for themselves. */
  readonly organisationId: string | null;
  readonly phone: string;
  readonly password: PasswordBytes;
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
  const { password, organisationId, from, firstName, lastName, email, birthdate, phone } = identified;
  const key = await makeKey(deps, { password, owner: { firstName, lastName } });
  if (!key.ok) return { ok: false, faults: key.faults };
  const personId = await personOf(deps, { firstName, lastName, email, birthdate });
  await endEarlier(deps, { personId, organisationId }, from);
  const subject =
    organisationId === null
      ? ({ kind: "person", organisationId } as const)
      : ({ kind: "organisation", organisationId } as const);
  const issued = await issueQualified(deps, { firstName, lastName, email, phone, personId, ...subject }, key);
  if (issued.ok) return { ok: true, personId, certificateId: issued.certificateId };
  return { ok: false, code: issued.why === "not-verified" ? "ORGANIZATION_NOT_VERIFIED" : "SIGNING_IN_PROGRESS" };
}

/** An earlier certificate for the same purpose is used no more, and its key is gone. */
export async function endEarlier(
  { db, clock }: Pick<MakeCertificateDeps, "db" | "clock">,
  of: { readonly personId: string; readonly organisationId: string | null },
  from: Identified["from"],
): Promise<void> {
  const at = clock.now();
  for (const { certificateId, keyId } of await readLivingOf(db, of)) {
    await retireCertificate(db, certificateId, at);
    await destroyKey(db, keyId);
    const details = { certificate: certificateId, person: of.personId };
    await recordEvent(db, { at, type: "certificate.replaced", actor: { kind: "system", ...from }, details });
  }
}
