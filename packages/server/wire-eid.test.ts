/** The eID-Server of the configuration: its files, and the connection under our certificate. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { eid_client_url } from "@siegel/contract/identification.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl, opensslMakes } from "../../fixtures/openssl.ts";
import { developmentKey } from "./adapters/eid/development-key.ts";
import type { XmlSigner } from "./adapters/eid/signed-xml.ts";
import { systemRandom } from "./adapters/random.ts";
import { systemClock } from "./adapters/time/clock.ts";
import { eidServerFrom } from "./wire-eid.ts";

const world = { clock: systemClock, random: systemRandom };
const folder = mkdtempSync(join(tmpdir(), "siegel-eid-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

let own: XmlSigner;
beforeAll(async () => {
  own = await developmentKey(world);
});

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const pemOf = ({ key }: Pick<XmlSigner, "key">): string => key.export({ type: "pkcs8", format: "pem" }).toString();

function soapAt(url: string, change: Partial<Record<"key" | "certificate" | "serverCertificate", string>> = {}) {
  const certificate = own.certificate.toString();
  const files = {
    key: written("key.pem", change.key ?? pemOf(own)),
    certificate: written("own.pem", change.certificate ?? certificate),
    serverCertificate: written("server.pem", change.serverCertificate ?? certificate),
  };
  return eidServerFrom({ kind: "soap", url, files, serverCertificateUrl: null }, eid_client_url, world);
}

describe("the eID-Server's files", () => {
  it("are read at the start, and named where they do not fit", () => {
    const url = "https://eid.provider.test/soap";
    expect(soapAt(url)).toMatchObject({ kind: "server", name: "eid.provider.test" });
    expect(() => soapAt(url, { key: "none" })).toThrow("SIEGEL_EID_KEY_FILE: ");
    expect(() => soapAt(url, { certificate: "none" })).toThrow("SIEGEL_EID_CERTIFICATE_FILE: ");
    expect(() => soapAt(url, { serverCertificate: "none" })).toThrow("SIEGEL_EID_SERVER_CERTIFICATE_FILE: ");
    const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(() => soapAt(url, { key: pemOf({ key }) })).toThrow("not the certificate of SIEGEL_EID_KEY_FILE");
  });

  it.skipIf(!hasOpenssl)("are the client's certificate over https, too", async () => {
    const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const request = "req -x509 -key key.pem -days 2 -subj /CN=localhost -out tls.pem".split(" ");
    const cert = opensslMakes([...request, "-addext", "subjectAltName=IP:127.0.0.1"], "tls.pem", {
      "key.pem": pemOf({ key }),
    });
    const seen: string[] = [];
    const server = createServer(
      { key: pemOf({ key }), cert: Buffer.from(cert), requestCert: true, rejectUnauthorized: false },
      (incoming, response) => {
        seen.push((incoming.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? "none");
        seen.push(String(incoming.headers.soapaction));
        response.end();
      },
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const eid = soapAt(`https://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/soap`);
    const known = getCACertificates();
    try {
      expect(await eid.open({ transactionInfo: "x" })).toMatchObject({ kind: "away" });
      expect(seen).toEqual([]);
      setDefaultCACertificates([...known, Buffer.from(cert).toString()]);
      expect(await eid.open({ transactionInfo: "x" })).toMatchObject({ kind: "away" });
      expect(seen).toEqual([own.certificate.fingerprint256, '"http://bsi.bund.de/eID/useID"']);
    } finally {
      setDefaultCACertificates(known);
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
