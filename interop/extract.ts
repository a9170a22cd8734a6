/**
 * Cuts signatures, certificates and revocation data out of a signed PDF for programs that know no PDF.
 * It shares no code with the kernel: what the kernel wrote must be found by somebody who never read it.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../fixtures/outside-tool.ts";
import type { Subject } from "./judgement.ts";

/** One /Sig dictionary as files: the CMS without padding, and the bytes it covers. */
export type Cut = { readonly kind: "signature" | "document-timestamp"; readonly cms: string; readonly covered: string };

/** Finds every signature by its byte range, in the order of the file. */
export function cutSignatures(subject: Pick<Subject, "path" | "folder">): readonly Cut[] {
  const bytes = readFileSync(subject.path);
  const text = bytes.toString("latin1");
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match, index) => {
    const [start = 0, first = 0, second = 0, rest = 0] = match.slice(1).map(Number);
    const hex = text.slice(start + first + 1, second - 1);
    const padded = Buffer.from(hex, "hex");
    const cms = join(subject.folder, `${index}.cms`);
    const covered = join(subject.folder, `${index}.covered`);
    writeFileSync(cms, padded.subarray(0, derLength(padded)));
    writeFileSync(
      covered,
      Buffer.concat([bytes.subarray(start, start + first), bytes.subarray(second, second + rest)]),
    );
    // The dictionary around the contents names its kind before or after them.
    const near = text.slice(Math.max(0, start + first - 2_000), start + first) + text.slice(second, second + 2_000);
    const dictionary = near.slice(
      near.lastIndexOf(" obj", Math.min(2_000, start + first)),
      near.indexOf("endobj", 2_000),
    );
    const isTimestamp = dictionary.includes("ETSI.RFC3161");
    return { kind: isTimestamp ? "document-timestamp" : "signature", cms, covered };
  });
}

/** Length of the DER value at the start, head included. */
function derLength(bytes: Uint8Array): number {
  const first = bytes[1] ?? 0;
  if (first < 0x80) return 2 + first;
  const lengthBytes = first & 0x7f;
  return 2 + lengthBytes + bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** id-aa-signatureTimeStampToken as DER. */
const timestampAttribute = Buffer.from("060b2a864886f70d010910020e", "hex");

/** The signature timestamp of a CMS and the signature value it stamps, as files; null where there is none. */
export function cutTimestamp(cut: Cut): { readonly token: string; readonly stamped: string } | null {
  const cms = readFileSync(cut.cms);
  const at = cms.indexOf(timestampAttribute);
  if (at < 0) return null;
  const set = cms.subarray(at + timestampAttribute.length);
  const inside = set.subarray(set[1] !== undefined && set[1] < 0x80 ? 2 : 2 + ((set[1] ?? 0) & 0x7f));
  const token = `${cut.cms}.tst`;
  writeFileSync(token, inside.subarray(0, derLength(inside)));
  const stamped = `${cut.cms}.value`;
  writeFileSync(stamped, signatureValue(cut.cms, cms));
  return { token, stamped };
}

/** SignerInfo's members stand at depth 5 of a SignedData; its only OCTET STRING is the signature value. */
function signatureValue(path: string, cms: Uint8Array): Uint8Array {
  const parsed = runTool("openssl", "asn1parse", "-inform", "DER", "-in", path).out;
  const value = /^\s*(\d+):d=5\s+hl=(\d+)\s+l=\s*(\d+)\s+prim:\s+OCTET STRING/m.exec(parsed);
  if (value === null) throw new Error("openssl finds no signature value");
  const [offset = 0, head = 0, length = 0] = value.slice(1).map(Number);
  return cms.subarray(offset + head, offset + head + length);
}

/** Certificates of a CMS as openssl reads them. */
export function certificatesIn(cms: string): readonly X509Certificate[] {
  const printed = runTool("openssl", "pkcs7", "-inform", "DER", "-in", cms, "-print_certs").out;
  return parsePem(printed);
}

/** Every certificate of a PEM text. */
export function parsePem(text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** The streams of one array of the document security store (`/Certs`, `/OCSPs`, `/CRLs`), decoded by qpdf. */
export function securityStore(subject: Subject, key: "/Certs" | "/OCSPs" | "/CRLs"): readonly Uint8Array[] {
  const json = runTool("qpdf", "--json", "--json-key=qpdf", subject.path);
  const [, objects] = JSON.parse(Buffer.from(json.bytes).toString("utf8")).qpdf;
  const follow = (value: unknown): unknown =>
    typeof value === "string" && /^\d+ \d+ R$/.test(value) ? objects[`obj:${value}`]?.value : value;
  const member = (value: unknown, name: string): unknown => {
    const record = follow(value);
    return typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
  };
  const list = follow(member(member(objects.trailer.value["/Root"], "/DSS"), key));
  return (Array.isArray(list) ? list : []).map((reference: string) => {
    const number = reference.split(" ")[0];
    return runTool("qpdf", `--show-object=${number}`, "--filtered-stream-data", subject.path).bytes;
  });
}

/** Certificates of every CMS and timestamp, of the security store and the anchors, each once. */
export function allCertificates(subject: Subject): readonly X509Certificate[] {
  const cuts = cutSignatures(subject);
  const tokens = cuts.flatMap((cut) => cutTimestamp(cut)?.token ?? []);
  const all = [
    ...[...cuts.map((cut) => cut.cms), ...tokens].flatMap(certificatesIn),
    ...securityStore(subject, "/Certs").map((der) => new X509Certificate(der)),
    ...parsePem(readFileSync(subject.anchors, "utf8")),
  ];
  return [...new Map(all.map((certificate) => [certificate.fingerprint256, certificate])).values()];
}
