/** Issues a qualified certificate to somebody who was identified (decisions.md §5 "Sole control"): for a key that only they can open. */
import type { KeyId } from "../../ports/keys.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import {
  type AuthorityConfig,
  type AuthorityDeps,
  type CertificateLife,
  type DraftCertificate,
  draftOrganisationCertificate,
  draftPersonCertificate,
  recordDraft,
} from "../authority/authority.ts";
import { keepQualified, type MetHolder, type NamedHolder, type QualifiedDeps } from "./qualified-certificates.ts";

/** What it asks of the world. */
export type IssueQualifiedDeps = QualifiedDeps & AuthorityDeps & { readonly authority: AuthorityConfig };

/** Why no certificate was issued: they have one that lives, or the organisation of a seal is not verified. */
export type NotIssued = { readonly ok: false; readonly why: "has-one" | "not-verified" };

/** A key (DER SubjectPublicKeyInfo of P-256). */
export type HolderKey = { readonly keyId: KeyId; readonly subjectPublicKeyInfo: Uint8Array };

/** A qualified certificate that is signed and not recorded. */
export type QualifiedDraft = {
  readonly certificateId: string;
  readonly keyId: KeyId;
  readonly draft: DraftCertificate;
};

/** Makes one for a key; null: the organisation of a seal is not verified. Nothing is recorded. */
export async function draftQualified(
  deps: IssueQualifiedDeps,
  holder: NamedHolder,
  { keyId, subjectPublicKeyInfo, life }: HolderKey & { readonly life: CertificateLife },
): Promise<QualifiedDraft | null> {
  const certificateId = deps.random.id();
  const subject = { level: "qes", subjectPublicKeyInfo, subjectId: certificateId, life } as const;
  const register = holder.kind === "person" ? null : await verifiedOrganisation(deps.db, holder.organisationId);
  if (holder.kind === "organisation" && register === null) return null;
  const { organisationId } = holder;
  const draft =
    register === null || organisationId === null
      ? await draftPersonCertificate(deps, { ...holder, ...subject, organisationId: null })
      : await draftOrganisationCertificate(deps, { ...register, ...subject, organisationId });
  return { certificateId, keyId, draft };
}

/** Records a draft and keeps it as the holder's living certificate, in the caller's transaction; false: they have another. */
export async function keepDraft(
  deps: IssueQualifiedDeps,
  holder: MetHolder,
  { certificateId, keyId, draft }: QualifiedDraft,
): Promise<boolean> {
  const issued = await recordDraft(deps, draft);
  return await keepQualified(deps, holder, { ...issued, certificateId, keyId });
}

/** Issues a certificate for a key and keeps it as the holder's living one. */
export async function issueQualified(
  deps: IssueQualifiedDeps,
  holder: MetHolder,
  key: HolderKey,
): Promise<{ readonly ok: true; readonly certificateId: string } | NotIssued> {
  const made = await draftQualified(deps, holder, { ...key, life: "long-term" });
  if (made === null) return { ok: false, why: "not-verified" };
  const isKept = await keepDraft(deps, holder, made);
  return isKept ? { ok: true, certificateId: made.certificateId } : { ok: false, why: "has-one" };
}
