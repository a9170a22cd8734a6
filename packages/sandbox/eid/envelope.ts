/**
 * SOAP envelopes with WS-Security 1.0 as an eID-Server reads and signs them. It takes any certificate, for it knows no customers; but the
 * signature must hold, cover body and time, and be no older than five minutes.
 */
import { type KeyObject, sign, verify, X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { allNamed, parseRoot, textNamed, XmlFault } from "./xml.ts";

/** A P-256 key with its certificate. */
export type EidSigner = { readonly key: KeyObject; readonly certificate: X509Certificate };

const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const wsu = `${wss}-wssecurity-utility-1.0.xsd`;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const ecdsa = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
const lives_ms = 300_000;

/** xml-crypto's interface; its names are fixed there. */
class Ecdsa {
  readonly getAlgorithmName = (): string => ecdsa;
  readonly getSignature = (text: unknown, key: unknown): string =>
    sign("sha256", Buffer.from(String(text)), ecdsaKey(key)).toString("base64");
  readonly verifySignature = (text: string, key: unknown, value: string): boolean =>
    verify("sha256", Buffer.from(text), ecdsaKey(key), Buffer.from(value, "base64"));
}

/** RFC 4051 §2.3.6. */
const ecdsaKey = (key: unknown) => ({ key: key as KeyObject, dsaEncoding: "ieee-p1363" as const });

/** The signed body of a request. @throws XmlFault where it does not hold */
export async function openEnvelope(bytes: Uint8Array, now: Date): Promise<Element> {
  const { SignedXml } = await import("xml-crypto");
  const text = Buffer.from(bytes).toString();
  const envelope = parseRoot(text);
  const [signature, second] = allNamed(envelope, "Signature");
  if (signature === undefined || second !== undefined) throw new XmlFault("not one signature");
  const token = textNamed(envelope, "BinarySecurityToken");
  const check = new SignedXml({
    publicCert: new X509Certificate(Buffer.from(token, "base64")).publicKey,
    getCertFromKeyInfo: () => null,
  });
  check.SignatureAlgorithms[ecdsa] = Ecdsa;
  check.loadSignature(signature as unknown as Node);
  if (!check.checkSignature(text)) throw new XmlFault("a digest differs");
  const signed = check.getSignedReferences().map(parseRoot);
  const body = signed.find(({ localName }) => localName === "Body");
  const time = signed.find(({ localName }) => localName === "Timestamp");
  if (body === undefined || time === undefined) throw new XmlFault("body or time is not signed");
  const age = now.getTime() - Date.parse(textNamed(time, "Created"));
  if (!(Math.abs(age) <= lives_ms)) throw new XmlFault("too old, or of the future");
  return body;
}

/** A signed envelope around `body`. Prefixes count although nothing uses them, as the servers of the operators write it. */
export async function sealEnvelope(
  body: string,
  { key, certificate, now }: EidSigner & { readonly now: Date },
): Promise<string> {
  const { SignedXml } = await import("xml-crypto");
  const token = certificate.raw.toString("base64");
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header><wsse:Security xmlns:wsse="${wss}-wssecurity-secext-1.0.xsd" xmlns:wsu="${wsu}" soap:mustUnderstand="1"><wsse:BinarySecurityToken EncodingType="${wss}-soap-message-security-1.0#Base64Binary" ValueType="${wss}-x509-token-profile-1.0#X509v3" wsu:Id="X509">${token}</wsse:BinarySecurityToken><wsu:Timestamp wsu:Id="TS"><wsu:Created>${now.toISOString()}</wsu:Created><wsu:Expires>${new Date(now.getTime() + lives_ms).toISOString()}</wsu:Expires></wsu:Timestamp></wsse:Security></soap:Header><soap:Body xmlns:wsu="${wsu}" wsu:Id="Body">${body}</soap:Body></soap:Envelope>`;
  const signing = new SignedXml({
    idMode: "wssecurity",
    privateKey: key,
    signatureAlgorithm: ecdsa,
    canonicalizationAlgorithm: exclusive,
    inclusiveNamespacesPrefixList: ["soap"],
    getKeyInfoContent: () =>
      `<wsse:SecurityTokenReference xmlns:wsse="${wss}-wssecurity-secext-1.0.xsd"><wsse:Reference URI="#X509" ValueType="${wss}-x509-token-profile-1.0#X509v3"/></wsse:SecurityTokenReference>`,
  });
  signing.SignatureAlgorithms[ecdsa] = Ecdsa;
  for (const name of ["Timestamp", "Body"])
    signing.addReference({
      xpath: `//*[local-name(.)='${name}']`,
      transforms: [exclusive],
      digestAlgorithm: sha256,
      inclusiveNamespacesPrefixList: ["soap"],
    });
  signing.computeSignature(envelope, {
    prefix: "ds",
    location: { reference: "//*[local-name(.)='Security']", action: "append" },
  });
  return signing.getSignedXml();
}
