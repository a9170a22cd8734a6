/** What an owner may identify themselves for, and by which ways. Pure. */
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import { type OwnersPurpose, ownersPurposes } from "@siegel/contract/owners-purposes.ts";
import type { OwnersWish } from "../paths.ts";

/** What this certificate allows, in the order in which it is offered. */
export const purposesOf = ({
  changeable,
  revocable,
}: Pick<OwnCertificate, "changeable" | "revocable">): readonly OwnersPurpose[] => [
  ...(changeable ? (["change_password", "change_phone"] as const) : []),
  ...(revocable ? (["revoke"] as const) : []),
];

/** What an address names; null: nothing, or nothing that is known. */
export function wishIn(search: string): OwnersWish | null {
  const query = new URLSearchParams(search);
  const cert = query.get("cert") ?? "";
  const purpose = ownersPurposes.find((one) => one === query.get("for"));
  return cert === "" || purpose === undefined ? null : { cert, for: purpose };
}

/** The certificate of a wish, where it allows that; null: it does not, or is none of these. */
export function certificateOf(wish: OwnersWish | null, certificates: readonly OwnCertificate[]): OwnCertificate | null {
  const found = certificates.find(({ certificate_id }) => certificate_id === wish?.cert);
  return wish !== null && found !== undefined && purposesOf(found).includes(wish.for) ? found : null;
}
