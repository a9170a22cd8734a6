// Distinguished names (RFC 5280 §4.1.2.4): built with one attribute an RDN, compared by RFC 5280 §7.1 and shown as RFC 4514
// strings. Everywhere else a name is its DER, because issuers and CRLs are matched by it.
import { compareEncodings, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { encodeOid, encodePrintableString, encodeSequence, encodeSetOf, encodeUtf8String } from "../asn1/der-writer.ts";
import { OID, type OidName, oidName } from "../asn1/oids.ts";
import { membersOf, oidOf, requireTag, textOf } from "../asn1/structure.ts";

/** Attribute types a name is built from. */
export type NameAttributeType = Extract<
  OidName,
  | "countryName"
  | "organizationName"
  | "organizationalUnitName"
  | "organizationIdentifier"
  | "localityName"
  | "stateOrProvinceName"
  | "commonName"
  | "givenName"
  | "surname"
  | "pseudonym"
  | "serialNumber"
  | "title"
>;

/** One attribute of a name to build. */
export type NameAttribute = { readonly type: NameAttributeType; readonly value: string };

/** One attribute of a name that was read; `value` is null for a type that is no string. */
export type ParsedAttribute = { readonly oid: string; readonly value: string | null; readonly der: Uint8Array };

/** Relative distinguished names in the order of the encoding, each a set of attributes. */
export type ParsedName = readonly (readonly ParsedAttribute[])[];

/**
 * DER of a name, one attribute an RDN in the order given. Text is UTF8String, but PrintableString for country and serialNumber.
 * @throws RangeError for an empty value or one its string type does not allow
 */
export function encodeName(attributes: readonly NameAttribute[]): Uint8Array {
  return encodeSequence(...attributes.map((attribute) => encodeSetOf([encodeAttribute(attribute)])));
}

/** Reads a name. @throws DerError */
export function parseName(der: Uint8Array): ParsedName {
  return readName(parseDer(der));
}

/** Reads a name inside of something that was parsed. @throws DerError */
export function readName(node: DerNode): ParsedName {
  return requireTag(node, TAG.sequence).children.map((rdn) => {
    requireTag(rdn, TAG.set);
    if (rdn.children.length === 0) throw new DerError("missing-element", "empty RDN");
    return rdn.children.map(parseAttribute);
  });
}

/**
 * DER of a name that was read, so that comparing it later refuses nothing; where it is byte for byte the issuer's of a
 * certificate that was read, that one. @throws DerError
 */
export function checkedName(
  node: DerNode,
  certificates: ReadonlyArray<{ readonly issuer: Uint8Array }> = [],
): Uint8Array {
  const der = encodingOf(node);
  for (const { issuer } of certificates)
    if (issuer.length === der.length && compareEncodings(issuer, der) === 0) return issuer;
  readName(node);
  return der;
}

/** The first value of an attribute type in a name, or null. @throws DerError */
export function nameAttribute(der: Uint8Array, type: NameAttributeType): string | null {
  for (const rdn of parseName(der)) for (const { oid, value } of rdn) if (oid === OID[type]) return value;
  return null;
}

/** Whether two names (DER) are the same: RFC 5280 §7.1, so neither string type nor case nor runs of spaces matter. @throws DerError */
export function namesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return compareEncodings(a, b) === 0 || comparableOf(a) === comparableOf(b);
}

// Building a path compares the same few names over and over; what is compared follows from the bytes alone.
const comparableNames = new WeakMap<Uint8Array, string>();

function comparableOf(der: Uint8Array): string {
  const known = comparableNames.get(der);
  if (known !== undefined) return known;
  const folded = JSON.stringify(parseName(der).map(comparable));
  comparableNames.set(der, folded);
  return folded;
}

/** RFC 4514 string of a name, last RDN first. @throws DerError */
export function formatName(der: Uint8Array): string {
  const rdns = parseName(der).map((rdn) => rdn.map(formatAttribute).join("+"));
  return rdns.reverse().join(",");
}

// X.520 and EN 319 412-2: these two types only come as PrintableString.
const PRINTABLE: ReadonlySet<NameAttributeType> = new Set(["countryName", "serialNumber"]);

function encodeAttribute({ type, value }: NameAttribute): Uint8Array {
  if (value === "") throw new RangeError(`empty ${type}`);
  if (type === "countryName" && !/^[A-Z]{2}$/.test(value)) throw new RangeError("countryName is two capital letters");
  const text = PRINTABLE.has(type) ? encodePrintableString(value) : encodeUtf8String(value);
  return encodeSequence(encodeOid(OID[type]), text);
}

function parseAttribute(node: DerNode): ParsedAttribute {
  const members = membersOf(node);
  const oid = oidOf(members.next());
  const value = members.next();
  members.end();
  return { oid, value: STRING_TAGS.has(value.tag) ? textOf(value) : null, der: encodingOf(value) };
}

const STRING_TAGS: ReadonlySet<number> = new Set([
  TAG.utf8String,
  TAG.printableString,
  TAG.teletexString,
  TAG.ia5String,
  TAG.visibleString,
  TAG.bmpString,
]);

function comparable(rdn: readonly ParsedAttribute[]): string {
  const attributes = rdn.map(({ oid, value, der }) => {
    const folded = value?.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
    return JSON.stringify([oid, folded ?? Buffer.from(der).toString("hex"), folded !== undefined]);
  });
  return attributes.sort().join();
}

// RFC 4514 §3, and organizationIdentifier and serialNumber by the names readers know.
const SHORT_NAMES: Partial<Record<OidName, string>> = {
  commonName: "CN",
  localityName: "L",
  stateOrProvinceName: "ST",
  organizationName: "O",
  organizationalUnitName: "OU",
  countryName: "C",
  streetAddress: "STREET",
  domainComponent: "DC",
  userId: "UID",
  givenName: "GN",
  surname: "SN",
  serialNumber: "serialNumber",
  organizationIdentifier: "organizationIdentifier",
  pseudonym: "pseudonym",
  title: "title",
};

function formatAttribute({ oid, value, der }: ParsedAttribute): string {
  const known = oidName(oid);
  const short = known && SHORT_NAMES[known];
  if (value === null) return `${short ?? oid}=#${Buffer.from(der).toString("hex")}`;
  return `${short ?? oid}=${escapeValue(value)}`;
}

function escapeValue(value: string): string {
  const escaped = value
    .replace(/["+,;<>\\]/g, "\\$&")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 4514 §2.4 allows to escape them; they should not be shown raw.
    .replace(/[\x00-\x1f\x7f]/g, (c) => `\\${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return escaped.replace(/^[ #]/, "\\$&").replace(/ $/, "\\ ");
}
