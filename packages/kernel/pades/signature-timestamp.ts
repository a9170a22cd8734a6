// The signature timestamp inside a PAdES signature (RFC 3161 appendix A, EN 319 122-1 §5.3): an unsigned attribute over the
// signature value, which proves that the signature existed at genTime.
import { DerError } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import { parseSignedData, singleValue } from "../cms/signed-data.ts";

/**
 * The DER of the timestamp token that a CMS carries.
 * @throws DerError when it carries none, or more than one
 */
export function signatureTimestampOf(cms: Uint8Array): Uint8Array {
  const token = singleValue(parseSignedData(cms).signerInfo.unsignedAttributes, OID.signatureTimeStampToken);
  if (token === null) throw new DerError("missing-element", "signature timestamp");
  return token;
}
