// What a certificate states about being qualified (RFC 3739 §3.2.6, ETSI EN 319 412-5).
import { encodeIa5String, encodeOid, encodePrintableString, encodeSequence } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import type { Extension } from "./extensions.ts";

/** Statements of a provider. None of the first two may stand in a certificate of a provider who is not on a trusted list. */
export type QcStatements = {
  /** QcCompliance: it is a qualified certificate by EU law. */
  readonly compliance: boolean;
  /** QcSSCD: its key is in a qualified device; it names the policy for that, too. */
  readonly sscd: boolean;
  /** QcPDS: where the provider's disclosure statement is, by language (ISO 639-1, lower case); https, one of them English. */
  readonly disclosures: readonly { readonly url: string; readonly language: string }[];
};

/** For signatures of a person, or for seals of an organisation. */
export type QcType = "esign" | "eseal";

/** The one policy of ETSI EN 319 411-2 that fits: QCP-n or QCP-l, or the same with a qualified device. */
export function qualifiedPolicy(type: QcType, { sscd }: QcStatements): string {
  if (type === "esign") return sscd ? OID.qcpNaturalQscd : OID.qcpNatural;
  return sscd ? OID.qcpLegalQscd : OID.qcpLegal;
}

/** The extension, never critical (EN 319 412-5 §4.1). The type always stands in it. */
export function qcStatements(type: QcType, { compliance, sscd, disclosures }: QcStatements): Extension {
  const statement = (oid: string, value: Uint8Array | null = null) => encodeSequence(encodeOid(oid), value);
  const places = disclosures.map(({ url, language }) =>
    encodeSequence(encodeIa5String(url), encodePrintableString(language)),
  );
  const value = encodeSequence(
    compliance ? statement(OID.qcCompliance) : null,
    sscd ? statement(OID.qcSscd) : null,
    statement(OID.qcType, encodeSequence(encodeOid(type === "esign" ? OID.qcTypeEsign : OID.qcTypeEseal))),
    places.length === 0 ? null : statement(OID.qcPds, encodeSequence(...places)),
  );
  return { oid: OID.qcStatements, critical: false, value };
}
