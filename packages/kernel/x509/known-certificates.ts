// A memory for certificates that come again and again (RFC 5280 says nothing of it): the same bytes are read once and answered
// by the same object, so that what was found out about it, a signature over it or its key, is not found out again. Being known
// says nothing about trust, and nothing of what can change (revocation, time) is remembered.
import { type Certificate, parseCertificate } from "./certificate.ts";

/** Reads DER as `parseCertificate` does, and answers one object for the same bytes as long as they are remembered. */
type ReadKnown = (der: Uint8Array) => Certificate;

/** A memory of the `limit` certificates that were asked for last. */
export function knownCertificates(limit: number): ReadKnown {
  const known = new Map<string, Certificate>();
  return (der) => {
    // The bytes themselves are the key: what is not the very same certificate is another one.
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
