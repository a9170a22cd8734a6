/** Issues a qualified certificate to somebody who was met (decisions.md §5 "Sole control"): for a key that only they can open. */
import type { KeyId } from "../../ports/keys.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import {
  type AuthorityConfig,
  type AuthorityDeps,
  issueOrganisationCertificate,
  issuePersonCertificate,
} from "../authority/authority.ts";
import { keepQualified, type MetHolder, type QualifiedDeps } from "./qualified-certificates.ts";

/** What it asks of the world. */
export type IssueQualifiedDeps = QualifiedDeps & AuthorityDeps & { readonly authority: AuthorityConfig };

/** Why no certificate was issued: they have one that lives, or the organisation of a seal is not verified. */
export type NotIssued = { readonly ok: false; readonly why: "has-one" | "not-verified" };

/** Issues a certificate for a key (DER SubjectPublicKeyInfo of P-256) and keeps it as the holder's living one. */
export async function issueQualified(
  deps: IssueQualifiedDeps,
  holder: MetHolder,
  key: { readonly keyId: KeyId; readonly subjectPublicKeyInfo: Uint8Array },
): Promise<{ readonly ok: true; readonly certificateId: string } | NotIssued> {
  const certificateId = deps.random.id();
  const subject = { level: "qes", subjectPublicKeyInfo: key.subjectPublicKeyInfo, subjectId: certificateId } as const;
  const register = holder.kind === "person" ? null : await verifiedOrganisation(deps.db, holder.organisationId);
  if (holder.kind === "organisation" && register === null) return { ok: false, why: "not-verified" };
  const { organisationId } = holder;
  const issued =
    register === null || organisationId === null
      ? await issuePersonCertificate(deps, { ...holder, ...subject, organisationId: null })
      : await issueOrganisationCertificate(deps, { ...register, ...subject, organisationId });
  const isKept = await keepQualified(deps, holder, { ...issued, certificateId, keyId: key.keyId });
  return isKept ? { ok: true, certificateId } : { ok: false, why: "has-one" };
}
