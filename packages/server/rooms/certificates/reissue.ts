/** Another certificate for who has one: the same person, purpose and phone, under a new password. The one before ends. */
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type IdentitySecret, personById } from "../identity-proofing/identity-proofing.ts";
import { makeKey, type PasswordKeysDeps } from "../password-keys/password-keys.ts";
import { lockCertificate, readCertificate } from "./certificates-store.ts";
import { type EndEarlierDeps, endEarlier } from "./end-earlier.ts";
import { isAuthentic } from "./holder-mac.ts";
import { type IssueQualifiedDeps, issueQualified } from "./issue-qualified.ts";
import { actsFor } from "./qualified-signer.ts";
import { openPhone } from "./registered-phone.ts";

/** What it asks of the world. */
export type ReissueDeps = IssueQualifiedDeps &
  PasswordKeysDeps &
  EndEarlierDeps & { readonly identitySecret: IdentitySecret };

/** The new one, or why there is none; `faults`: rules that the password breaks. */
type Reissued =
  | {
      readonly ok: true;
      readonly certificateId: string;
      readonly serial: string;
      readonly notAfter: Date;
      readonly phone: string;
    }
  | { readonly ok: false; readonly faults: readonly CertificatePasswordFault[] }
  | { readonly ok: false; readonly code: ErrorCode };

/** Issues it in the caller's transaction, which the caller undoes where there is none. @throws ModuleUnavailable without a place in the signing module */
export async function reissueFor(
  deps: ReissueDeps,
  {
    certificateId: before,
    password,
    from,
  }: {
    readonly certificateId: string;
    readonly password: PasswordBytes;
    readonly from: { readonly ip: string; readonly userAgent: string };
  },
): Promise<Reissued> {
  const { db, holderSecret } = deps;
  await lockCertificate(db, before);
  const held = await readCertificate(db, before);
  const person = held.level === "qes" ? await personById(deps, held.personId) : null;
  if (held.level !== "qes" || person === null || !isAuthentic(holderSecret, held))
    return { ok: false, code: "CERTIFICATE_NOT_CHANGEABLE" };
  const { personId, email } = held;
  const { firstName, lastName } = person;
  if (held.kind === "organisation" && !(await actsFor(db, held.organisationId, { email, firstName, lastName })))
    return { ok: false, code: "NOT_A_REPRESENTATIVE" };
  const key = await makeKey(deps, { password, owner: { firstName, lastName } });
  if (!key.ok) return { ok: false, faults: key.faults };
  const phone = openPhone(holderSecret, { certificateId: before, sealed: held.phone });
  const replaced = await endEarlier(deps, { personId, organisationId: held.organisationId }, from);
  if (replaced?.certificateId !== before) return { ok: false, code: "CERTIFICATE_NOT_CHANGEABLE" };
  const subject =
    held.kind === "person"
      ? ({ kind: "person", organisationId: null } as const)
      : ({ kind: "organisation", organisationId: held.organisationId } as const);
  const issued = await issueQualified(deps, { ...subject, firstName, lastName, email, phone, personId }, key);
  if (!issued.ok)
    return { ok: false, code: issued.why === "not-verified" ? "ORGANIZATION_NOT_VERIFIED" : "SIGNING_IN_PROGRESS" };
  const { certificateId } = issued;
  const { serial, notAfter } = await readCertificate(db, certificateId);
  const details = { person: personId, certificate: certificateId, before };
  await recordEvent(db, {
    at: deps.clock.now(),
    type: "certificate.issued",
    actor: { kind: "system", ...from },
    details,
  });
  return { ok: true, certificateId, serial, notAfter, phone };
}
