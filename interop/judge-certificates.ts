/**
 * T-020 of docs/ledger.md: pkilint and zlint look at every certificate of a product's files (RFC 5280, ETSI EN 319 412), at its revocation lists and
 * OCSP answers. What they may say is in `interop/accepted-findings`, each with its reason; all else from a warning up is wrong.
 */
import type { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool, ToolMissing } from "../fixtures/outside-tool.ts";
import { allCertificates, securityStore } from "./extract.ts";
import { type CorpusJudgement, lastWords, type Subject } from "./judgement.ts";
import { parseAllowedSkips } from "./skips.ts";

const cache = join(import.meta.dirname, "../.cache");
const venv = join(cache, "pkilint");
const requirements = join(import.meta.dirname, "pkilint/requirements.txt");
const zlint = join(cache, "zlint/zlint");
const zlintModule = "github.com/zmap/zlint/v3";
const zlintVersion = "v3.7.3";
const accepted = parseAllowedSkips(readFileSync(join(import.meta.dirname, "accepted-findings"), "utf8"));

/** What a linter found in one thing: `pkilint pkix.invalid_uri_syntax`. */
type Finding = { readonly what: string; readonly details: string };

/** Judges what the product's files carry, and the lists (`*.crl`) beside them. @throws ToolMissing */
export function judgeCertificates(
  folder: string,
  subjects: readonly Subject[],
  lists: readonly string[],
): CorpusJudgement {
  installZlint();
  installPkilint();
  mkdirSync(folder, { recursive: true });
  const all = subjects.flatMap(allCertificates);
  const certificates = [...new Map(all.map((one) => [one.fingerprint256, one])).values()];
  const answers = subjects.flatMap((subject) => securityStore(subject, "/OCSPs"));
  const things = [
    ...certificates.map((one, i) => ({
      name: nameOf(one),
      findings: () => aboutCertificate(join(folder, `${i}.pem`), one),
    })),
    ...lists.map((path) => ({ name: path, findings: () => aboutList(path) })),
    ...answers.map((der, i) => ({
      name: `OCSP answer ${i}`,
      findings: () => aboutAnswer(join(folder, `${i}.ocsp`), der),
    })),
  ];
  const remarks = things.flatMap(({ name, findings }) => wrongOf(findings()).map((wrong) => `${name}: ${wrong}`));
  const qualified = certificates.filter((_, i) => qcStatementsIn(join(folder, `${i}.pem`)) !== null);
  if (qualified.length !== 4)
    throw new Error(`${qualified.length} qualified certificates instead of a seal's and three persons'`);
  const [first] = certificates;
  if (first === undefined || lists.length === 0 || answers.length === 0)
    throw new Error("a certificate, a list or an answer is missing: there is nothing to judge");
  const control = join(folder, "control.pem");
  writeFileSync(control, controlOf(first));
  if (zlintOn(control).length === 0) remarks.push("control: zlint takes a negative serial number");
  if (pkilintOn("lint_pkix_cert", control).length === 0)
    remarks.push("control: pkilint takes a negative serial number");
  return { passed: Math.max(0, things.length - remarks.length), remarks };
}

const nameOf = (certificate: X509Certificate): string => certificate.subject.split("\n").at(-1) ?? "";

const wrongOf = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ what }) => !accepted.has(what)).map(({ what, details }) => `${what} ${details}`.trim());

function aboutCertificate(path: string, certificate: X509Certificate): readonly Finding[] {
  writeFileSync(path, certificate.toString());
  return [
    ...zlintOn(path),
    ...pkilintOn("lint_pkix_cert", path),
    ...etsiOn(path, certificate),
    ...aboutQualified(path, certificate),
  ];
}

/** What a signer holds, person or organisation, also meets ETSI's profile for it (EN 319 412-2, 412-3 under NCP). */
function etsiOn(path: string, certificate: X509Certificate): readonly Finding[] {
  // Node calls the extended key usage so: a time-stamping unit and an OCSP responder have one.
  if (certificate.ca || certificate.keyUsage !== undefined) return [];
  const kind = /(^|\n)GN=/.test(certificate.subject) ? "NATURAL" : "LEGAL";
  return pkilintOn("lint_etsi_cert", path, "-t", `NCP-${kind}-PERSON-CERTIFICATE`);
}

/** QcCompliance and QcSSCD (EN 319 412-5 §4.2.1, §4.2.2), as they stand in DER. */
const claims = ["060604008e460101", "060604008e460104"];
const day_ms = 24 * 3_600_000;
/** Years of 365 days, and it begins some minutes before it is issued. */
const life_ms = { shortest: 5 * 365 * day_ms, longest: (5 * 365 + 2) * day_ms };
/** Of a certificate that is never revoked: EN 319 412-1 §5.2.2. X509Certificate tells times in whole seconds. */
const short_life_ms = { shortest: 1_430 * 60_000, longest: 1_430 * 60_000 };
const validity_assured = "0.4.0.194121.2.1";

/** The QCStatements of a certificate (PEM) in hexadecimal digits, as OpenSSL finds them; null where it has none, or it is a CA's. */
function qcStatementsIn(path: string): string | null {
  const printed = runTool("openssl", "asn1parse", "-in", path).out;
  if (/:X509v3 Basic Constraints\s[^\n]*\n[^\n]*BOOLEAN[^\n]*\n[^\n]*DUMP\]:30030101FF/.test(printed)) return null;
  return /:qcStatements\s*\n[^\n]*DUMP\]:([0-9A-F]+)/.exec(printed)?.[1]?.toLowerCase() ?? null;
}

/** Proves [S-189], [S-190], [T-025]. A qualified certificate lives five years, after a video 23 h 50 min, and says so; a development hierarchy's does not claim what only a trusted list may say. */
function aboutQualified(path: string, certificate: X509Certificate): readonly Finding[] {
  const statements = qcStatementsIn(path);
  if (statements === null) return [];
  const life = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
  const isShortTerm = runTool("openssl", "asn1parse", "-in", path).out.includes(`:${validity_assured}`);
  const lives = isShortTerm ? short_life_ms : life_ms;
  const isRight = life >= lives.shortest && life <= lives.longest;
  return [
    ...(isRight ? [] : [{ what: "qualified", details: `it lives ${life} ms` }]),
    ...claims
      .filter((oid) => statements.includes(oid))
      .map((oid) => ({ what: "qualified", details: `it claims ${oid}` })),
  ];
}

function aboutList(path: string): readonly Finding[] {
  const pem = `${path}.pem`;
  runTool("openssl", "crl", "-inform", "DER", "-in", path, "-out", pem);
  // A list of CAs is an "ARL" there.
  const kind = path.includes("root") ? "ARL" : "CRL";
  return [...zlintOn(pem), ...pkilintOn("lint_crl", path, "-t", kind, "-p", "PKIX")];
}

function aboutAnswer(path: string, der: Uint8Array): readonly Finding[] {
  writeFileSync(path, der);
  return pkilintOn("lint_ocsp_response", path);
}

/** What every linter objects to: a negative serial number. */
function controlOf(certificate: X509Certificate): string {
  const der = Buffer.from(certificate.raw);
  const serial = der.indexOf(Buffer.from(certificate.serialNumber, "hex"));
  der[serial] = (der[serial] ?? 0) | 0x80;
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

function zlintOn(path: string): readonly Finding[] {
  const left = [...accepted.keys()].flatMap((key) => (key.startsWith("zlint source ") ? [key.slice(13)] : []));
  const run = runTool(zlint, "-excludeSources", left.join(","), path);
  const printed = Buffer.from(run.bytes).toString("utf8").trim();
  if (printed === "") return [{ what: "zlint", details: `cannot read it: ${lastWords(run)}` }];
  const results: Readonly<Record<string, { readonly result: string; readonly details?: string }>> = JSON.parse(printed);
  return Object.entries(results)
    .filter(([, { result }]) => ["warn", "error", "fatal"].includes(result))
    .map(([name, { details = "" }]) => ({ what: `zlint ${name}`, details }));
}

function pkilintOn(program: string, path: string, ...how: readonly string[]): readonly Finding[] {
  const run = runTool(join(venv, "bin", program), "lint", ...how, "-s", "WARNING", "-f", "JSON", path);
  const printed = Buffer.from(run.bytes).toString("utf8").trim();
  if (!printed.startsWith("{")) return [{ what: "pkilint", details: `cannot read it: ${lastWords(run)}` }];
  const { results }: { readonly results: readonly PkilintResult[] } = JSON.parse(printed);
  return results.flatMap(({ node_path: node, finding_descriptions: found }) =>
    found.map(({ code, message }) => ({ what: `pkilint ${code}`, details: `${node} ${message ?? ""}` })),
  );
}

type PkilintResult = {
  readonly node_path: string;
  readonly finding_descriptions: readonly { readonly code: string; readonly message: string | null }[];
};

/** Built once, by Go. @throws ToolMissing */
function installZlint(): void {
  if (existsSync(zlint)) return;
  if (runTool("go", "version").status !== 0) throw new ToolMissing("go does not run");
  const install = ["install", `${zlintModule}/cmd/zlint@${zlintVersion}`];
  // Fetched apart from built: each may take a while.
  runTool("go", "mod", "download", `${zlintModule}@${zlintVersion}`);
  const built = runTool("env", `GOBIN=${join(cache, "zlint")}`, "go", ...install);
  if (built.status !== 0) throw new ToolMissing(`Go cannot build zlint: ${lastWords(built)}`);
}

/** Installed once into a folder of its own. @throws ToolMissing */
function installPkilint(): void {
  const python = join(venv, "bin/python");
  if (existsSync(python) && runTool(python, "-c", "import pkilint").status === 0) return;
  const made = runTool("python3", "-m", "venv", "--clear", venv);
  if (made.status !== 0) throw new ToolMissing(`python3 cannot make a virtual environment: ${lastWords(made)}`);
  const installed = runTool(python, "-m", "pip", "install", "--quiet", "-r", requirements);
  if (installed.status !== 0) throw new ToolMissing(`pip cannot install pkilint: ${lastWords(installed)}`);
}
