/** How an API key is written. */
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";

const keyForm = /^sgl_([0-9a-z]{26})_([A-Za-z0-9_-]{43})$/;

/** How many characters at the end of a key are kept, so that people tell keys apart. */
export const keyTailLength = 4;

/** A key as lists show it. If the end of the key was not kept, the end of its id stands there. */
export function maskedKey(tokenId: string, keyTail: string | null): string {
  return keyTail === null ? `sgl_••••${tokenId.slice(-keyTailLength)}_••••` : `sgl_••••••••${keyTail}`;
}

/** `sgl_<id>_<secret>`, the secret being 32 bytes in base64url. */
export function writeApiKey(tokenId: string, secret: Uint8Array): string {
  return `sgl_${tokenId}_${Buffer.from(secret).toString("base64url")}`;
}

/** The parts of a key, or null when the text is not a key. */
export function parseApiKey(text: string): { tokenId: string; secret: string } | null {
  const [, tokenId, secret] = keyForm.exec(text) ?? [];
  return tokenId === undefined || secret === undefined ? null : { tokenId, secret };
}

/** Compares two hex digests in constant time. */
export function sameHash(a: string, b: string): boolean {
  return isSameMac(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
}
