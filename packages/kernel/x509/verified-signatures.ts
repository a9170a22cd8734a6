// A cache of verified signatures. A result depends only on the bytes of key, message and signature, so it never changes; trust,
// revocation and time are not part of it. Only verified signatures are stored, and all bytes are compared, so a new
// signature is always verified.

/** What was verified. */
type Verified = {
  readonly spki: Uint8Array;
  readonly algorithm: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

/** `has` answers whether the very same was added before and is not yet forgotten. */
export type VerifiedSignatures = {
  readonly has: (check: Verified) => boolean;
  readonly add: (check: Verified) => void;
};

/** Bytes of the longest message that is kept: attributes and certificates are shorter, lists of revoked ones are not kept. */
const messageLengthMax = 4_096;

/** A memory of the last `limit` signatures. */
export function verifiedSignatures(limit: number): VerifiedSignatures {
  const known = new Map<string, Omit<Verified, "signature">>();
  return {
    has: ({ spki, algorithm, message, signature }) => {
      const found = known.get(latin1Of(signature));
      if (found === undefined || found.algorithm !== algorithm) return false;
      return Buffer.compare(found.spki, spki) === 0 && Buffer.compare(found.message, message) === 0;
    },
    add: ({ spki, algorithm, message, signature }) => {
      if (message.length > messageLengthMax) return;
      // Copies: what the caller does with its bytes afterwards was not verified.
      known.set(latin1Of(signature), { algorithm, spki: Uint8Array.from(spki), message: Uint8Array.from(message) });
      if (known.size <= limit) return;
      for (const oldest of known.keys()) {
        known.delete(oldest);
        break;
      }
    },
  };
}

const latin1Of = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
