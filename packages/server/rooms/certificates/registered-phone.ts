/** The phone that a person gave when they were met: stored encrypted, and to be read for their certificate only. */
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import type { Random } from "../../ports/random.ts";
import type { HolderSecret } from "./holder-mac.ts";

const keyOf = (secret: HolderSecret): Uint8Array => keyFor(secret, "registered phone");

/** The number (E.164) as the row of that certificate keeps it. */
export function sealPhone(
  { holderSecret, random }: { readonly holderSecret: HolderSecret; readonly random: Random },
  { certificateId, phone }: { readonly certificateId: string; readonly phone: string },
): Uint8Array {
  const nonce = random.bytes(nonce_bytes);
  return new Uint8Array(sealText(keyOf(holderSecret), { owner: certificateId, text: phone, nonce }));
}

/** The number of that certificate. @throws when it was sealed for another */
export function openPhone(
  secret: HolderSecret,
  { certificateId, sealed }: { readonly certificateId: string; readonly sealed: Uint8Array },
): string {
  return openText(keyOf(secret), { owner: certificateId, sealed });
}
