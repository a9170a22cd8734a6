/** The eID-Server that the configuration names, with its keys. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { fetchBytes } from "./adapters/bounded-fetch.ts";
import { developmentKey } from "./adapters/eid/development-key.ts";
import { type SoapEidSettings, soapEid } from "./adapters/eid/soap-eid.ts";
import { ConfigurationFault } from "./configuration-fault.ts";
import type { EidConfig } from "./identification-config.ts";
import type { Clock } from "./ports/clock.ts";
import type { EidServer } from "./ports/eid.ts";
import type { Random } from "./ports/random.ts";

type World = { readonly clock: Clock; readonly random: Random };
type SoapConfig = Extract<EidConfig, { readonly kind: "soap" }>;

/** @throws ConfigurationFault where a file is not what it should be */
export function eidServerFrom(eid: SoapConfig, clientUrl: string, world: World): EidServer {
  return soapEid({ url: eid.url, clientUrl, ...world, ...keysFrom(eid, world) });
}

function keysFrom(
  { files, serverCertificateUrl }: SoapConfig,
  world: World,
): Pick<SoapEidSettings, "signer" | "serverCertificate"> {
  if (files !== null) {
    const key = readPem("SIEGEL_EID_KEY_FILE", files.key, createPrivateKey);
    const certificate = certificateIn("SIEGEL_EID_CERTIFICATE_FILE", files.certificate);
    if (!certificate.checkPrivateKey(key))
      throw new ConfigurationFault("SIEGEL_EID_CERTIFICATE_FILE: not the certificate of SIEGEL_EID_KEY_FILE");
    const ofServer = certificateIn("SIEGEL_EID_SERVER_CERTIFICATE_FILE", files.serverCertificate);
    return { signer: async () => ({ key, certificate }), serverCertificate: async () => ofServer };
  }
  return {
    signer: once(() => developmentKey(world)),
    // Asked for each time: a sandbox that was started anew has another one.
    serverCertificate: async () => new X509Certificate(await pemAt(serverCertificateUrl ?? "")),
  };
}

const certificateIn = (name: string, file: string): X509Certificate =>
  readPem(name, file, (pem) => new X509Certificate(pem));

function readPem<T>(name: string, file: string, parse: (pem: Buffer) => T): T {
  try {
    return parse(readFileSync(file));
  } catch (cause) {
    throw new ConfigurationFault(`${name}: ${file} cannot be read as PEM`, { cause });
  }
}

const pemAt = (url: string): Promise<Uint8Array> =>
  fetchBytes({ url, method: "GET", accept: "application/x-pem-file", timeoutMs: 5_000, bytesMax: 65_536 });

/** Does it with the first call, for all; what failed is done again by the next. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => {
    known ??= work().catch((fault: unknown) => {
      known = null;
      throw fault;
    });
    return known;
  };
}
