// A cache of parsed certificates: the same bytes are parsed once and answered by the same object, so that its key and verified
// signatures are not computed again. A cached certificate is not therefore trusted, and what can change (revocation,
// time) is not cached.
import { type Certificate, parseCertificate } from "./certificate.ts";

/** Reads DER as `parseCertificate` does, and answers one object for the same bytes as long as they are remembered. */
type ReadKnown = (der: Uint8Array) => Certificate;

/** A memory of the `limit` certificates that were asked for last. */
export function knownCertificates(limit: number): ReadKnown {
  const known = new Map<string, Certificate>();
  return (der) => {
    // The bytes themselves are the key: a certificate with other bytes is another certificate.
    const key = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString("latin1");
    const certificate = known.get(key) ?? parseCertificate(Uint8Array.from(der));
    // Asked for last stands last.
    known.delete(key);
    known.set(key, certificate);
    for (const oldest of known.keys()) {
      if (known.size <= limit) break;
      known.delete(oldest);
    }
    return certificate;
  };
}
