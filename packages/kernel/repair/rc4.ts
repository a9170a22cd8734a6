// RC4 for the standard security handler of old files (ISO 32000-2 §7.6.3.2). Only for reading; nothing
// is encrypted with it. Node's own OpenSSL no longer offers it.
import type { ByteSource } from "../pdf/byte-source.ts";

/** The deciphered bytes. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return keystream(key)(bytes);
}

/** The deciphered bytes of `source`; reading forwards goes on where the last read ended, going back begins again. */
export function rc4Source(key: Uint8Array, source: ByteSource): ByteSource {
  let [cipher, position] = [keystream(key), 0];
  return {
    size: source.size,
    read: (offset, length) => {
      if (offset < position) [cipher, position] = [keystream(key), 0];
      if (offset > position) cipher(new Uint8Array(offset - position));
      position = offset + length;
      return cipher(source.read(offset, length));
    },
  };
}

function keystream(key: Uint8Array): (bytes: Uint8Array) => Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    [state[i], state[j]] = [state[j] ?? 0, state[i] ?? 0];
  }
  let [i, j] = [0, 0];
  return (bytes) => {
    const out = new Uint8Array(bytes.length);
    for (let at = 0; at < bytes.length; at += 1) {
      i = (i + 1) & 255;
      const a = state[i] ?? 0;
      j = (j + a) & 255;
      const b = state[j] ?? 0;
      state[i] = b;
      state[j] = a;
      out[at] = (bytes[at] ?? 0) ^ (state[(a + b) & 255] ?? 0);
    }
    return out;
  };
}
