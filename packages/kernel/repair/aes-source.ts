// AES in CBC as PDF stores it (ISO 32000-2 §7.6.3.1): the first block is the initialisation vector, the last byte says how
// much of the last block is padding. CBC can be read from any block on, so a large stream is never held in memory.
import { createDecipheriv } from "node:crypto";
import type { ByteSource } from "../pdf/byte-source.ts";

const block = 16;

/** The deciphered bytes of `source`; data that is no whole number of blocks is cut, data of one block or less is empty. */
export function aesSource(key: Uint8Array, source: ByteSource): ByteSource {
  const blocks = Math.floor(source.size / block) - 1;
  if (blocks < 1) return { size: 0, read: () => new Uint8Array(0) };
  const decipher = (first: number, count: number): Uint8Array => {
    const bytes = source.read(first * block, (count + 1) * block);
    return aesBlocks(key, bytes.subarray(0, block), bytes.subarray(block));
  };
  const padding = decipher(blocks - 1, 1)[block - 1] ?? 0;
  return {
    size: blocks * block - (padding >= 1 && padding <= block ? padding : 0),
    read: (offset, length) => {
      const first = Math.floor(offset / block);
      const behind = Math.min(blocks, Math.ceil((offset + length) / block));
      return decipher(first, behind - first).subarray(offset - first * block, offset - first * block + length);
    },
  };
}

/** Whole blocks deciphered in CBC without looking at padding; the length of the key says which AES. */
export function aesBlocks(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
