// Texts that are stored encrypted: AES-256-GCM (NIST SP 800-38D), each bound to whom it belongs to.
import { createCipheriv, createDecipheriv } from "node:crypto";

/** Bytes of a nonce; each text takes fresh random ones. */
export const nonce_bytes = 12;
const tag_bytes = 16;

/** nonce ‖ ciphertext ‖ tag; opens with the same key and owner only. */
export function sealText(
  key: Uint8Array,
  { owner, text, nonce }: { readonly owner: string; readonly text: string; readonly nonce: Uint8Array },
): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when it was sealed under another key or for another owner, or was changed */
export function openText(
  key: Uint8Array,
  { owner, sealed }: { readonly owner: string; readonly sealed: Uint8Array },
): string {
  const end = sealed.length - tag_bytes;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonce_bytes), { authTagLength: tag_bytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes, end)), decipher.final()]).toString("utf8");
}
