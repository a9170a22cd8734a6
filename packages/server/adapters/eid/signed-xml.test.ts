import { createHmac, generateKeyPairSync, X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { keyUsage } from "@siegel/kernel/x509/encode-extensions.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import { encodeName } from "@siegel/kernel/x509/name.ts";
import { nodeSigner } from "@siegel/kernel/x509/signature-algorithm.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { SignedXml } from "xml-crypto";
import { systemRandom } from "../random.ts";
import { developmentKey } from "./development-key.ts";
import { answer_bytes_max, readSigned, SignedXmlRefused, signMessage, type XmlSigner } from "./signed-xml.ts";
import { childOf, textOf } from "./xml-elements.ts";

const now = new Date("2026-11-28T10:00:00Z");
const body = "<a:answer xmlns:a='urn:a'><a:name>Erika &amp; Söhne</a:name></a:answer>";

let server: XmlSigner;
let stranger: XmlSigner;
let rsa: XmlSigner;
let genuine: string;

beforeAll(async () => {
  const deps = { clock: { now: () => now }, random: systemRandom };
  [server, stranger, rsa] = [await developmentKey(deps), await developmentKey(deps), await rsaSigner()];
  genuine = textBy(server);
});

const textBy = (signer: XmlSigner, more: { body?: string; now?: Date } = {}): string =>
  Buffer.from(signMessage(more.body ?? body, { ...signer, now: more.now ?? now, id: "1" })).toString();

const read = (answer: string, at = now) =>
  readSigned(Buffer.from(answer), { certificate: server.certificate, now: at });

/** What an answer holds between two words, with them. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const part = text.slice(start, text.indexOf(to, start) + to.length);
  expect(start).toBeGreaterThan(0);
  return part;
}
const bodyOf = (text: string): string => between(text, "<soap:Body", "</soap:Body>");
const signatureOf = (text: string): string => between(text, "<ds:Signature ", "</ds:Signature>");
const forgedBody = (id: string): string =>
  `<soap:Body xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="${id}"><a:answer xmlns:a='urn:a'><a:name>Mallory</a:name></a:answer></soap:Body>`;

const nameIn = (answer: string): string | null => {
  const [said] = [childOf(read(answer), "answer")];
  return said === null ? null : textOf(childOf(said, "name"));
};

describe("a signed message", () => {
  it("is read by who has its certificate, whatever its key", () => {
    expect(nameIn(genuine)).toBe("Erika & Söhne");
    const answer = signMessage(body, { ...rsa, now, id: "2" });
    expect(readSigned(answer, { certificate: rsa.certificate, now }).localName).toBe("Body");
    expect(Buffer.from(answer).toString()).toContain("xmldsig-more#rsa-sha256");
    expect(genuine).toContain("xmldsig-more#ecdsa-sha256");
  });

  it("is read as other programs sign it: with prefixes that count although nothing uses them", () => {
    const signed = signedByOther(envelopeOf(bodyOf(genuine)), ["Body", "Timestamp"], ["soap", "wsu"]);
    expect(signed).toContain('PrefixList="soap wsu"');
    expect(readSigned(Buffer.from(signed), { certificate: rsa.certificate, now }).textContent).toBe("Erika & Söhne");
  });

  it("counts for five minutes", () => {
    const later = (s: number) => new Date(now.getTime() + s * 1_000);
    expect(read(genuine, later(299)).localName).toBe("Body");
    expect(read(genuine, later(-299)).localName).toBe("Body");
    expect(() => read(genuine, later(301))).toThrow("too old");
    expect(() => read(genuine, later(-301))).toThrow("of the future");
  });
});

describe("[T-057] a signed message is refused before a name in it is read", () => {
  it.each<[string, string, () => string]>([
    ["its body was moved, a forged one stands in its place", "not one header and one body", wrappedInHeader],
    ["its body was moved below the forged one", "not one Body", () => wrappedWithin("B-2")],
    ["the forged body has the signed one's Id", "not one Body", () => wrappedWithin("B-1")],
    ["a forged envelope stands around it", "not one header and one body", wrappedAround],
    ["two Ids are the same", "not one Security", () => genuine.replace("</soap:Header>", `${doubledHeader()}$&`)],
    ["an Id stands twice", "an Id stands twice", () => withInHeader(`<x xmlns="urn:x" ID="B-1"/>`)],
    ["it is signed twice", "not one Signature", () => genuine.replace("</wsse:Security>", `${signatureOf(genuine)}$&`)],
    ["another signature stands in the body", "not one Signature", secondInBody],
    ["a document type is declared", "cannot be read", () => `<!DOCTYPE soap:Envelope>${genuine}`],
    [
      "an entity is declared",
      "cannot be read",
      () => `<!DOCTYPE e [<!ENTITY m "Mallory">]>${genuine.replace("Erika", "&m;")}`,
    ],
    ["an entity is used that nobody declared", "cannot be read", () => genuine.replace("Erika", "&m;")],
    ["it is not well-formed", "cannot be read", () => genuine.replace("</a:name>", "")],
    ["a letter was changed", "a digest differs", () => genuine.replace("Erika", "Erikb")],
    ["its time was changed", "a digest differs", () => genuine.replaceAll("10:00:00", "10:01:00")],
    ["the signature was changed", "cannot be read", changedSignature],
    ["somebody else signed", "another certificate", () => textBy(stranger)],
    [
      "somebody else signed under its certificate",
      "cannot be read",
      () => textBy({ ...stranger, certificate: server.certificate }),
    ],
    ["it is signed by HMAC with the certificate as the key", "another SignatureMethod", hmac],
    ["its digests are of SHA-1", "another DigestMethod", () => genuine.replaceAll("xmlenc#sha256", "xmldsig#sha1")],
    ["a transform leaves something out", "not one transform", secondTransform],
    ["its canonical form is another", "another CanonicalizationMethod", otherForm],
    ["it refers to everything", "something else than an Id", () => genuine.replace('URI="#B-1"', 'URI=""')],
    ["it is not signed", "not one Signature", () => genuine.replace(signatureOf(genuine), "")],
    ["it is too large", "too large", () => withInHeader(`<x xmlns="urn:x">${"y".repeat(answer_bytes_max)}</x>`)],
    ["it is no text", "cannot be read", () => "\u{0}"],
  ])("because %s", (_what, why, make) => {
    const answer = make();
    expect(answer).not.toBe(genuine);
    expect(() => read(answer)).toThrow(SignedXmlRefused);
    expect(() => read(answer)).toThrow(why);
  });

  it("with nothing of it in what is thrown", () => {
    const broken = ["<Erika>", "<Erika", "&Erika;", '<a Erika="Erika" Erika="Erika"/>', "Erika\u0000", "]]>Erika<"];
    for (const text of broken) {
      let thrown: unknown = null;
      try {
        read(genuine.replace("Erika", text));
      } catch (fault) {
        thrown = fault;
      }
      expect(thrown).toBeInstanceOf(SignedXmlRefused);
      expect(inspect(thrown, { depth: 10 })).not.toMatch(/Erika|Söhne/);
    }
  });

  it.each<[string, string, () => string]>([
    ["its time", "Timestamp is not signed", () => signedByOther(envelopeOf(bodyOf(genuine)), ["Body"])],
    ["its body", "Body is not signed", () => signedByOther(envelopeOf(bodyOf(genuine)), ["Timestamp"])],
    [
      "its body, but something else of that Id",
      "Body is not signed",
      () => signedByOther(envelopeOf(forgedBody("B-2"), `<w xmlns="urn:w" Id="B-1">${body}</w>`), ["Timestamp", "w"]),
    ],
  ])("because the server did not sign %s", (_what, why, make) => {
    const answer = Buffer.from(make());
    expect(() => readSigned(answer, { certificate: rsa.certificate, now })).toThrow(why);
  });

  it("because its bytes are no UTF-8", () => {
    const bytes = Buffer.from(genuine.replace("Söhne", "S\u00f6hne"), "latin1");
    expect(() => readSigned(bytes, { certificate: server.certificate, now })).toThrow(SignedXmlRefused);
  });
});

const withInHeader = (xml: string): string => genuine.replace("</soap:Header>", `${xml}$&`);
const doubledHeader = (): string => between(genuine, "<wsse:Security ", "</wsse:Security>");

function wrappedInHeader(): string {
  return genuine
    .replace(bodyOf(genuine), "")
    .replace("</soap:Header>", `<w xmlns="urn:w">${bodyOf(genuine)}</w></soap:Header>${forgedBody("B-2")}`)
    .replace("</soap:Header>", "</soap:Header><soap:Header/>");
}

function wrappedWithin(id: string): string {
  return genuine.replace(bodyOf(genuine), forgedBody(id).replace("</soap:Body>", `${bodyOf(genuine)}$&`));
}

function wrappedAround(): string {
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">${forgedBody("B-2")}${genuine}</soap:Envelope>`;
}

function secondInBody(): string {
  return genuine.replace("</soap:Body>", `${signatureOf(genuine)}$&`);
}

function changedSignature(): string {
  const value = between(genuine, "<ds:SignatureValue>", "</ds:SignatureValue>");
  const first = value.charAt("<ds:SignatureValue>".length);
  return genuine.replace(value, value.replace(`>${first}`, `>${first === "A" ? "B" : "A"}`));
}

function secondTransform(): string {
  return genuine.replace(
    "</ds:Transforms>",
    '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>$&',
  );
}

function otherForm(): string {
  const method = between(genuine, "<ds:CanonicalizationMethod", "/>");
  return genuine.replace(method, method.replace("2001/10/xml-exc-c14n#", "TR/2001/REC-xml-c14n-20010315"));
}

/** An envelope with `inHeader` beside the time, not signed yet. */
function envelopeOf(soapBody: string, inHeader = ""): string {
  const security = doubledHeader()
    .replace(signatureOf(genuine), "")
    .replace(/<wsse:BinarySecurityToken.*Token>/, "");
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>${security}${inHeader}</soap:Header>${soapBody}</soap:Envelope>`;
}

/** Signed under the RSA key by xml-crypto as it is: these elements and no others. */
function signedByOther(envelope: string, names: readonly string[], prefixes: string[] = []): string {
  const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const signing = new SignedXml({
    privateKey: rsa.key,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusive,
    inclusiveNamespacesPrefixList: prefixes,
  });
  for (const name of names)
    signing.addReference({
      xpath: `//*[local-name(.)='${name}']`,
      transforms: [exclusive],
      digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
      inclusiveNamespacesPrefixList: prefixes,
    });
  signing.computeSignature(envelope, { location: { reference: "//*[local-name(.)='Security']", action: "append" } });
  return signing.getSignedXml();
}

/** Key confusion: whoever knows the certificate can make this one. */
function hmac(): string {
  const value = between(genuine, "<ds:SignatureValue>", "</ds:SignatureValue>");
  const mac = createHmac("sha1", server.certificate.publicKey.export({ type: "spki", format: "pem" })).update("x");
  return genuine
    .replace("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "http://www.w3.org/2000/09/xmldsig#hmac-sha1")
    .replace(value, `<ds:SignatureValue>${mac.digest("base64")}</ds:SignatureValue>`);
}

/** RSA, certified by somebody. */
async function rsaSigner(): Promise<XmlSigner> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const issuer = nodeSigner(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey, "ecdsa-p256-sha256");
  const name = encodeName([{ type: "commonName", value: "rsa" }]);
  const profile = {
    ...{ serialNumber: systemRandom.bytes(16), issuer: name, subject: name, notBefore: now, notAfter: new Date(4e12) },
    subjectPublicKeyInfo: new Uint8Array(publicKey.export({ type: "spki", format: "der" })),
    extensions: [keyUsage("digitalSignature")],
  };
  return { key: privateKey, certificate: new X509Certificate(await issueCertificate(profile, issuer)) };
}
