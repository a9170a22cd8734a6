/** A token is checked by whoever embeds or relies on it (T-006), and costs no more than its own signature the second time. */
import { createHash } from "node:crypto";
import { checkTimestampToken, type TimestampCheck } from "@siegel/kernel/timestamp/check-timestamp-token.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { knownCertificates } from "@siegel/kernel/x509/known-certificates.ts";
import type { TimestampPort } from "../../ports/timestamp.ts";

/** Certificates of signers, authorities and anchors, each read once as long as it is in use. */
export const readCertificate = knownCertificates(256);

// The unit of an authority and its issuers as last found good: the next token most likely carries the same.
const lastChains = new WeakMap<TimestampPort, readonly Certificate[]>();

/** Certificates that a token of this authority most likely carries; none before the first. */
export const knownUnits = (port: TimestampPort): readonly Certificate[] => lastChains.get(port) ?? [];

/** Checks a token (DER) over a SHA-256 digest against the port's anchors. */
export function checkToken(
  port: TimestampPort,
  { token, digest }: { token: Uint8Array; digest: Uint8Array },
): TimestampCheck {
  const checked = checkTimestampToken({
    token,
    messageImprint: { digestAlgorithm: "sha256", digest },
    anchors: port.anchors.map(readCertificate),
    known: knownUnits(port),
  });
  if (checked.ok) lastChains.set(port, checked.chain);
  return checked;
}

/** SHA-256. */
export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());
