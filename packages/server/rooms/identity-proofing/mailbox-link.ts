/** The secret by which the owner of a certificate proves their mailbox: computed, so that no copy is stored; found by its digest. */
import { digestOfSecret, keyFor, macOf } from "@siegel/kernel/mac/server-secret.ts";
import type { IdentitySecret } from "./identity-data.ts";

const secret_bytes = 16;

/** The secret of a certificate, 128 bits, and its digest. */
export function mailboxLink(
  secret: IdentitySecret,
  certificateId: string,
): { readonly secret: string; readonly hash: string } {
  const made = Buffer.from(macOf(keyFor(secret, "links to a mailbox proof"), [certificateId]));
  const text = made.toString("base64url", 0, secret_bytes);
  return { secret: text, hash: digestOfSecret(text) };
}
