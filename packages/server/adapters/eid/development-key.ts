/** The key and certificate under which development speaks to the sandbox's eID-Server. They live as long as the process. */
import { createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { keyUsage } from "@siegel/kernel/x509/encode-extensions.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import { encodeName } from "@siegel/kernel/x509/name.ts";
import { nodeSigner } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { XmlSigner } from "./signed-xml.ts";

const lives_ms = 365 * 86_400_000;

/** A new one, self-signed. */
export async function developmentKey({ clock, random }: { clock: Clock; random: Random }): Promise<XmlSigner> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const second = Math.floor(clock.now().getTime() / 1_000) * 1_000;
  const name = encodeName([{ type: "commonName", value: "Siegel development" }]);
  const certificate = await issueCertificate(
    {
      serialNumber: random.bytes(16),
      issuer: name,
      subject: name,
      // A minute back: the sandbox's clock may be a little slow.
      notBefore: new Date(second - 60_000),
      notAfter: new Date(second + lives_ms),
      subjectPublicKeyInfo: new Uint8Array(createPublicKey(privateKey).export({ type: "spki", format: "der" })),
      extensions: [keyUsage("digitalSignature")],
    },
    nodeSigner(privateKey, "ecdsa-p256-sha256"),
  );
  return { key: privateKey, certificate: new X509Certificate(certificate) };
}
