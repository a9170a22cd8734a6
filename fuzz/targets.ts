/** Every target by its name; each is loaded by the process that fuzzes it and nobody else. */
import { hasCorpus } from "../fixtures/corpus.ts";
import type { Target } from "./target.ts";

const targets: Readonly<Record<string, () => Promise<Target>>> = {
  pdf: async () => (await import("./targets/pdf.ts")).pdf,
  "pdf-corpus": async () => (await import("./targets/pdf-corpus.ts")).pdfCorpus(),
  der: async () => (await import("./targets/der.ts")).der,
  x509: async () => (await import("./targets/x509.ts")).x509,
  "certification-request": async () => (await import("./targets/certification-request.ts")).certificationRequest,
  cms: async () => (await import("./targets/cms.ts")).cms,
  crl: async () => (await import("./targets/crl.ts")).crl,
  "ocsp-request": async () => (await import("./targets/ocsp-request.ts")).ocspRequest(),
  "ocsp-response": async () => (await import("./targets/ocsp-response.ts")).ocspResponse,
  "tsp-request": async () => (await import("./targets/tsp-request.ts")).tspRequest(),
  "tsp-response": async () => (await import("./targets/tsp-response.ts")).tspResponse,
  "tsp-token": async () => (await import("./targets/tsp-token.ts")).tspToken,
  png: async () => (await import("./targets/png.ts")).png,
  xfdf: async () => (await import("./targets/xfdf.ts")).xfdf,
  "http-schemas": async () => (await import("./targets/http-schemas.ts")).httpSchemas,
  "http-bodies": async () => (await import("./targets/http-bodies.ts")).httpBodies(),
  "http-headers": async () => (await import("./targets/http-headers.ts")).httpHeaders,
  sntp: async () => (await import("./targets/sntp.ts")).sntp,
  planted: async () => (await import("./targets/planted.ts")).planted,
  "planted-death": async () => (await import("./targets/planted.ts")).plantedDeath,
  "planted-leak": async () => (await import("./targets/planted.ts")).plantedLeak,
  "planted-refusal": async () => (await import("./targets/planted.ts")).plantedRefusal,
};

/** Names of all targets of a round: those that can run here. */
export const targetNames: readonly string[] = Object.keys(targets).filter(
  (name) => !name.startsWith("planted") && (name !== "pdf-corpus" || hasCorpus),
);

/** A target of that name. @throws RangeError when there is none */
export async function openTarget(name: string): Promise<Target> {
  const open = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (open === undefined) throw new RangeError(`no target is called ${name}; there are ${targetNames.join(", ")}`);
  return await open();
}
