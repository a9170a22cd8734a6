/**
 * SOAP 1.1 messages signed by WS-Security 1.0 with an X.509 token (BSI TR-03130-1 §3): body and timestamp, exclusive c14n. An answer is read
 * only from what its signature covers, after the signature held, and the key comes from the certificate that is kept here, never from the
 * message (docs/decisions/0023-identification.md).
 */
import { type KeyObject, sign, verify, type X509Certificate } from "node:crypto";
import type { Document, Element } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { childrenOf, elementsOf, isNamed, parseXml, XmlFault } from "./xml-elements.ts";

/** A key with its certificate. RSA, or EC on P-256. */
export type XmlSigner = { readonly key: KeyObject; readonly certificate: X509Certificate };

/** An answer that is not read: it does not hold, or not in the way that was agreed. */
export class SignedXmlRefused extends Error {
  override readonly name = "SignedXmlRefused";
}

/** An answer about one person is far smaller. */
export const answer_bytes_max = 262_144;
/** WS-Security 1.0: how long a message of ours counts; and how far a message's time may be from ours. */
const timestamp_lives_s = 300;

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const wsse = `${wss}-wssecurity-secext-1.0.xsd`;
const wsu = `${wss}-wssecurity-utility-1.0.xsd`;
const x509Token = `${wss}-x509-token-profile-1.0#X509v3`;
const base64Binary = `${wss}-soap-message-security-1.0#Base64Binary`;
const dsig = "http://www.w3.org/2000/09/xmldsig#";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const ecdsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";

/** RFC 4051 §2.3.6: r and s one after the other, which xml-crypto does not know. */
class EcdsaSha256 {
  getAlgorithmName = (): string => ecdsaSha256;
  getSignature = (text: unknown, key: unknown): string =>
    sign("sha256", Buffer.from(String(text)), { key: key as KeyObject, dsaEncoding: "ieee-p1363" }).toString("base64");
  verifySignature = (text: string, key: unknown, value: string): boolean =>
    verify(
      "sha256",
      Buffer.from(text),
      { key: key as KeyObject, dsaEncoding: "ieee-p1363" },
      Buffer.from(value, "base64"),
    );
}

const algorithmOf = ({ asymmetricKeyType }: KeyObject): string =>
  asymmetricKeyType === "rsa" ? rsaSha256 : ecdsaSha256;

/** xml-crypto with the algorithm of this key and nothing beside it: no HMAC, no SHA-1, no other canonical form. */
function narrow(signed: SignedXml, key: KeyObject): SignedXml {
  const algorithm = algorithmOf(key);
  const RsaSha256 = signed.SignatureAlgorithms[rsaSha256];
  const Exclusive = signed.CanonicalizationAlgorithms[exclusive];
  const Sha256 = signed.HashAlgorithms[sha256];
  if (RsaSha256 === undefined || Exclusive === undefined || Sha256 === undefined)
    throw new Error("xml-crypto has lost an algorithm");
  signed.SignatureAlgorithms = { [algorithm]: algorithm === rsaSha256 ? RsaSha256 : EcdsaSha256 };
  signed.CanonicalizationAlgorithms = { [exclusive]: Exclusive };
  signed.HashAlgorithms = { [sha256]: Sha256 };
  return signed;
}

/** A whole message around `body` (XML of one element), signed, as UTF-8. `id`: no other message has it. */
export function signMessage(
  body: string,
  { key, certificate, now, id }: XmlSigner & { readonly now: Date; readonly id: string },
): Uint8Array {
  const expires = new Date(now.getTime() + timestamp_lives_s * 1_000);
  const envelope = `<soap:Envelope xmlns:soap="${soap}"><soap:Header><wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}" soap:mustUnderstand="1"><wsse:BinarySecurityToken EncodingType="${base64Binary}" ValueType="${x509Token}" wsu:Id="X509-${id}">${certificate.raw.toString("base64")}</wsse:BinarySecurityToken><wsu:Timestamp wsu:Id="TS-${id}"><wsu:Created>${now.toISOString()}</wsu:Created><wsu:Expires>${expires.toISOString()}</wsu:Expires></wsu:Timestamp></wsse:Security></soap:Header><soap:Body xmlns:wsu="${wsu}" wsu:Id="B-${id}">${body}</soap:Body></soap:Envelope>`;
  const signing = narrow(
    new SignedXml({
      idMode: "wssecurity",
      privateKey: key,
      signatureAlgorithm: algorithmOf(key),
      canonicalizationAlgorithm: exclusive,
      getKeyInfoContent: () =>
        `<wsse:SecurityTokenReference xmlns:wsse="${wsse}"><wsse:Reference URI="#X509-${id}" ValueType="${x509Token}"/></wsse:SecurityTokenReference>`,
    }),
    key,
  );
  for (const xpath of ["/*/*[local-name(.)='Body']", "/*/*/*/*[local-name(.)='Timestamp']"])
    signing.addReference({ xpath, transforms: [exclusive], digestAlgorithm: sha256 });
  signing.computeSignature(envelope, {
    prefix: "ds",
    location: { reference: "/*/*/*[local-name(.)='Security']", action: "append" },
  });
  return Buffer.from(signing.getSignedXml());
}

/** The body of an answer as its signature covers it. @throws SignedXmlRefused, with nothing of the answer in it */
export function readSigned(
  answer: Uint8Array,
  { certificate, now }: { readonly certificate: X509Certificate; readonly now: Date },
): Element {
  try {
    return verifiedBody(answer, certificate, now);
  } catch (cause) {
    if (cause instanceof SignedXmlRefused) throw cause;
    throw new SignedXmlRefused("the answer's signature cannot be read", { cause });
  }
}

function refuse(why: string): never {
  throw new SignedXmlRefused(`the answer is refused: ${why}`);
}

function verifiedBody(answer: Uint8Array, certificate: X509Certificate, now: Date): Element {
  if (answer.length > answer_bytes_max) refuse("too large");
  const text = new TextDecoder("utf-8", { fatal: true }).decode(answer);
  const document = parseXml(text);
  const parts = partsOf(document);
  const places = placesById(document);
  checkAlgorithms(parts.signature, certificate.publicKey);
  checkTokens(document, certificate);
  const verifying = narrow(
    new SignedXml({ publicCert: certificate.publicKey, getCertFromKeyInfo: () => null }),
    certificate.publicKey,
  );
  verifying.loadSignature(parts.signature as unknown as Node);
  if (verifying.checkSignature(text) !== true) refuse("a digest differs");
  // In the order of the references: the canonical text of each, which is what was signed.
  const canonical = verifying.getSignedReferences();
  const signed = verifying.getReferences().map(({ uri }, at) => ({
    place: places.get(uri.slice(1)),
    element: parseXml(canonical[at] ?? "").documentElement,
  }));
  const partAt = (place: Element): Element =>
    signed.find((one) => one.place === place)?.element ?? refuse(`${place.localName} is not signed where it stands`);
  const [body, timestamp] = [partAt(parts.body), partAt(parts.timestamp)];
  if (!isNamed(body, soap, "Body") || !isNamed(timestamp, wsu, "Timestamp")) refuse("something else was signed");
  checkTime(timestamp, now);
  return body;
}

/** The one place of each part. Whatever stands twice, or elsewhere, could be read by one program and signed for another. */
function partsOf(document: Document): {
  readonly body: Element;
  readonly timestamp: Element;
  readonly signature: Element;
} {
  const envelope = only(childrenOf(document), soap, "Envelope");
  const [header, body, more] = childrenOf(envelope);
  if (header === undefined || body === undefined || more !== undefined) refuse("not one header and one body");
  if (!isNamed(header, soap, "Header") || !isNamed(body, soap, "Body")) refuse("not one header and one body");
  const security = childrenOf(only(childrenOf(header), wsse, "Security"));
  const signature = only(security, dsig, "Signature");
  const all = elementsOf(document);
  // Whatever their namespace, for these are what a program may look for by name.
  for (const name of ["Envelope", "Header", "Body", "Security", "Timestamp", "Signature", "SignedInfo"])
    if (all.filter(({ localName }) => localName === name).length !== 1) refuse(`not one ${name}`);
  return { body, timestamp: only(security, wsu, "Timestamp"), signature };
}

function only(elements: readonly Element[], namespace: string, name: string): Element {
  const [element, second] = elements.filter((candidate) => isNamed(candidate, namespace, name));
  if (element === undefined || second !== undefined) refuse(`not one ${name}`);
  return element;
}

/** Elements by their Id, whichever attribute a program takes for that. */
function placesById(document: Document): ReadonlyMap<string, Element> {
  const places = new Map<string, Element>();
  for (const element of elementsOf(document))
    for (const { localName, value } of Array.from(element.attributes)) {
      if (localName?.toLowerCase() !== "id") continue;
      if (places.has(value)) refuse("an Id stands twice");
      places.set(value, element);
    }
  return places;
}

function checkAlgorithms(signature: Element, key: KeyObject): void {
  const [canonicalization, method, ...references] = childrenOf(only(childrenOf(signature), dsig, "SignedInfo"));
  if (canonicalization === undefined || method === undefined) refuse("its signature says not how");
  expectAlgorithm(canonicalization, "CanonicalizationMethod", exclusive);
  expectAlgorithm(method, "SignatureMethod", algorithmOf(key));
  if (references.length === 0) refuse("nothing is signed");
  for (const reference of references) {
    if (!isNamed(reference, dsig, "Reference") || !/^#[^']+$/.test(reference.getAttribute("URI") ?? ""))
      refuse("a reference to something else than an Id");
    const [transforms, digest, value, more] = childrenOf(reference);
    if (transforms === undefined || digest === undefined || value === undefined || more !== undefined)
      refuse("a reference that says not how");
    const [transform, second] = childrenOf(transforms);
    if (transform === undefined || second !== undefined) refuse("not one transform");
    expectAlgorithm(transform, "Transform", exclusive);
    expectAlgorithm(digest, "DigestMethod", sha256);
  }
}

function expectAlgorithm(element: Element, name: string, algorithm: string): void {
  if (!isNamed(element, dsig, name) || element.getAttribute("Algorithm") !== algorithm) refuse(`another ${name}`);
}

/** A certificate that the answer names must be the one that is kept. It is not read for its key. */
function checkTokens(document: Document, certificate: X509Certificate): void {
  for (const element of elementsOf(document)) {
    if (element.localName !== "BinarySecurityToken" && element.localName !== "X509Certificate") continue;
    const named = Buffer.from((element.textContent ?? "").replace(/\s/g, ""), "base64");
    if (!named.equals(certificate.raw)) refuse("it names another certificate");
  }
}

/** WS-Security 1.0 §10. */
function checkTime(timestamp: Element, now: Date): void {
  const timeOf = (name: string): number | null => {
    const [element, second] = childrenOf(timestamp).filter((child) => isNamed(child, wsu, name));
    if (second !== undefined) throw new XmlFault(`several ${name}`);
    return element === undefined ? null : Date.parse((element.textContent ?? "").trim());
  };
  const created = timeOf("Created") ?? refuse("it has no time");
  const expires = timeOf("Expires") ?? Number.POSITIVE_INFINITY;
  const lives_ms = timestamp_lives_s * 1_000;
  // Written so that a text that is no time is refused too.
  if (!(Math.abs(now.getTime() - created) <= lives_ms)) refuse("it is too old, or of the future");
  if (!(expires > created && now.getTime() - expires <= lives_ms)) refuse("it has expired");
}
