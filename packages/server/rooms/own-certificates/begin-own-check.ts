/** An owner is about to prove who they are for one of their certificates: whether they may, and whom the document has to name. */
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { type IdentitySecret, type OwnersWish, personById } from "../identity-proofing/identity-proofing.ts";
import { isChangeable, isRevocable, type OwnDeps, type Owned, ownedOne } from "./list-own.ts";
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
  const holder = { ...(await whoIs(deps, owned)), email: visit.email };
  return { ok: true, owner: { purpose, certificateId, holderId: owned.holderId, holder } };
}

/** Who was met or identified for a qualified certificate, also for a seal; of an advanced one its own names are all we know. */
async function whoIs(
  deps: OwnDeps & { readonly identitySecret: IdentitySecret },
  { level, holderId, firstName, lastName }: Owned,
): Promise<{ readonly firstName: string; readonly lastName: string; readonly birthdate: string }> {
  const person = level === "qes" ? await personById(deps, holderId) : null;
  return person ?? { firstName, lastName, birthdate: "" };
}
