/** An owner is about to prove who they are for one of their certificates: whether they may, and whom the document has to name. */
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { type IdentitySecret, type OwnersWish, personById } from "../identity-proofing/identity-proofing.ts";
import { isChangeable, isRevocable, type OwnDeps, ownedOne } from "./list-own.ts";
import { provenVisit } from "./proofs.ts";

type Wished =
  | { readonly ok: true; readonly owner: OwnersWish }
  | {
      readonly ok: false;
      readonly code: "MAILBOX_UNPROVEN" | "NOT_FOUND" | "CERTIFICATE_NOT_REVOCABLE" | "CERTIFICATE_NOT_CHANGEABLE";
    };

/** What an identification from a visit would be about. */
export async function wishToIdentify(
  deps: OwnDeps & { readonly identitySecret: IdentitySecret },
  asked: { readonly browser: string | null; readonly certificateId: string; readonly purpose: OwnersPurpose },
): Promise<Wished> {
  const { certificateId, purpose } = asked;
  const visit = await provenVisit(deps, asked.browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const owned = await ownedOne(deps, visit.email, certificateId);
  if (owned === null) return { ok: false, code: "NOT_FOUND" };
  if (purpose === "revoke" && !isRevocable(owned)) return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE" };
  if (purpose !== "revoke" && !isChangeable(owned)) return { ok: false, code: "CERTIFICATE_NOT_CHANGEABLE" };
  const person = owned.level === "qes" ? await personById(deps, owned.holderId) : null;
  // Whom we do not know any more, we cannot recognise well enough to hand a key over.
  if (purpose !== "revoke" && person === null) return { ok: false, code: "CERTIFICATE_NOT_CHANGEABLE" };
  const { firstName, lastName } = owned;
  const holder = { ...(person ?? { firstName, lastName, birthdate: "" }), email: visit.email };
  return { ok: true, owner: { purpose, certificateId, holderId: owned.holderId, holder } };
}
