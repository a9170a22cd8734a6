/** Keys and certificates of the sandbox's eID-Server, made anew with each start. */
import { createPublicKey, generateKeyPair, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { encodeElement, encodeIa5String, encodeImplicit, encodeSequence } from "@siegel/kernel/asn1/der-writer.ts";
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { keyUsage } from "@siegel/kernel/x509/encode-extensions.ts";
import type { Extension } from "@siegel/kernel/x509/extensions.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import { encodeName } from "@siegel/kernel/x509/name.ts";
import { nodeSigner } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { EidSigner } from "./envelope.ts";

type KeyDeps = { readonly now: () => Date; readonly randomHex: () => string };

const lives_ms = 365 * 86_400_000;
const generate = promisify(generateKeyPair);

/** What signs answers. */
export async function answerSigner(deps: KeyDeps): Promise<EidSigner> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificate = await certify(deps, privateKey, {
    commonName: "Siegel Sandbox eID-Server",
    extensions: [keyUsage("digitalSignature")],
    issuer: privateKey,
  });
  return { key: privateKey, certificate };
}

/** What clients connect to. RSA, because their ciphers are RSA-PSK (TR-03124-1 §4.4). */
export async function channelKey(deps: KeyDeps): Promise<EidSigner> {
  const { privateKey } = await generate("rsa", { modulusLength: 2048 });
  const certificate = await certify(deps, privateKey, {
    commonName: "localhost",
    extensions: [keyUsage("digitalSignature", "keyEncipherment"), alternativeNames("127.0.0.1", "localhost")],
    issuer: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  });
  return { key: privateKey, certificate };
}

type Wanted = { readonly commonName: string; readonly extensions: readonly Extension[]; readonly issuer: KeyObject };

async function certify(
  { now, randomHex }: KeyDeps,
  key: KeyObject,
  { commonName, extensions, issuer }: Wanted,
): Promise<X509Certificate> {
  const second = Math.floor(now().getTime() / 1_000) * 1_000;
  const name = encodeName([{ type: "commonName", value: commonName }]);
  const der = await issueCertificate(
    {
      serialNumber: Buffer.from(randomHex(), "hex"),
      issuer: name,
      subject: name,
      // A minute back: the other's clock may be a little slow.
      notBefore: new Date(second - 60_000),
      notAfter: new Date(second + lives_ms),
      subjectPublicKeyInfo: new Uint8Array(createPublicKey(key).export({ type: "spki", format: "der" })),
      extensions,
    },
    nodeSigner(issuer, "ecdsa-p256-sha256"),
  );
  return new X509Certificate(der);
}

/** RFC 5280 §4.2.1.6: IPv4 addresses and names. */
function alternativeNames(...names: readonly string[]): Extension {
  const encoded = names.map((name) =>
    isIP(name) === 4
      ? encodeElement(0x87, Uint8Array.from(name.split("."), Number))
      : encodeImplicit(2, encodeIa5String(name)),
  );
  return { oid: OID.subjectAltName, critical: false, value: encodeSequence(...encoded) };
}
