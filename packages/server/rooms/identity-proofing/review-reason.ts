/** Why an operator decided so: stored encrypted, and bound to the identification. */
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import type { Random } from "../../ports/random.ts";
import type { IdentitySecret } from "./identity-data.ts";

const ownerOf = (checkId: string): string => `reason of review ${checkId}`;

/** As the row of that review keeps it. */
export const sealReason = (
  { identitySecret, random }: { readonly identitySecret: IdentitySecret; readonly random: Random },
  { checkId, reason }: { readonly checkId: string; readonly reason: string },
): Buffer => sealText(identitySecret, { owner: ownerOf(checkId), text: reason, nonce: random.bytes(nonce_bytes) });

/** @throws when it was sealed for another, or changed */
export const openReason = (
  secret: IdentitySecret,
  { checkId, sealed }: { readonly checkId: string; readonly sealed: Uint8Array },
): string => openText(secret, { owner: ownerOf(checkId), sealed });
