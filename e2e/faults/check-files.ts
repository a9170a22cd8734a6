/** Documents: each revision begins with the one before, each signed act is one good signature, and outside judges agree. */
import { createHash } from "node:crypto";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { verifyWritten } from "@siegel/kernel/pades/verify-written.ts";
import { type ByteSource, bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import type { BlobStore } from "@siegel/server/ports/blobs.ts";
import { signatureFieldName } from "@siegel/server/rooms/documents/documents.ts";
import { judge } from "../../fixtures/judge-pdf.ts";
import { blobName, expectCount, type Ledger } from "./read-ledger.ts";

type Look = {
  readonly blobs: Pick<BlobStore, "open">;
  readonly anchors: readonly Uint8Array[];
  readonly timestampAnchors: readonly Uint8Array[];
  readonly within: (workflowId: string) => boolean;
};
type File = Ledger["files"][number];
type Revision = Ledger["revisions"][number];

/** Everything that is wrong with the documents. */
export async function checkFiles(ledger: Ledger, look: Look): Promise<string[]> {
  const found: string[] = [];
  for (const file of ledger.files.filter((one) => look.within(one.workflow_id))) {
    const revisions = ledger.revisions.filter((one) => one.file_id === file.file_id);
    const bytes = await readRevisions(look, revisions);
    // Nothing more can be said of a file whose bytes are not what they were.
    const wrong = [...bytes.missing, ...checkNames(revisions, bytes.of)];
    if (wrong.length > 0) {
      found.push(...wrong);
      continue;
    }
    found.push(
      ...checkChain(file, revisions, bytes.of),
      ...checkIntake(ledger, file, bytes.of),
      ...(await checkSignatures(ledger, look, { revisions, of: bytes.of })),
    );
    const latest = bytes.of.get(file.latest_sha256);
    if (latest !== undefined) found.push(...checkLatest(ledger, file, latest));
  }
  return found;
}

type BytesBySha256 = ReadonlyMap<string, Uint8Array>;

async function readRevisions(
  { blobs }: Look,
  revisions: readonly Revision[],
): Promise<{ of: BytesBySha256; missing: string[] }> {
  const of = new Map<string, Uint8Array>();
  const missing: string[] = [];
  for (const { sha256, file_id } of revisions) {
    try {
      const source = await blobs.open(blobName(sha256));
      of.set(sha256, Uint8Array.from(source.read(0, source.size)));
      await source.close();
    } catch (fault) {
      missing.push(`revision ${sha256} of ${file_id} cannot be read: ${fault}`);
    }
  }
  return { of, missing };
}

function checkNames(revisions: readonly Revision[], of: BytesBySha256): string[] {
  return revisions
    .filter(({ sha256 }) => digestOf(of.get(sha256) ?? new Uint8Array()) !== sha256)
    .map((revision) => `revision ${revision.number} of ${revision.file_id} holds other bytes`);
}

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function checkChain(file: File, revisions: readonly Revision[], of: BytesBySha256): string[] {
  const found: string[] = [];
  for (const [n, revision] of revisions.entries()) {
    const bytes = of.get(revision.sha256) ?? new Uint8Array();
    const name = `revision ${revision.number} of ${file.file_id}`;
    if (String(bytes.length) !== String(revision.size)) found.push(`${name} has another length`);
    const before = revisions[n - 1];
    if (before === undefined) continue;
    if (revision.number !== before.number + 1 || revision.base_sha256 !== before.sha256)
      found.push(`${name} does not name the one before`);
    const base = of.get(before.sha256) ?? new Uint8Array();
    if (Buffer.compare(bytes.subarray(0, base.length), base) !== 0)
      found.push(`${name} does not begin with the one before`);
  }
  const last = revisions.at(-1);
  if (last?.sha256 !== file.latest_sha256 || last.number !== file.latest_number)
    found.push(`file ${file.file_id} does not point to its last revision`);
  return found;
}

/** What people were shown is a revision, every signed one begins with it, and every act names it. */
function checkIntake({ revisions, documents }: Ledger, file: File, of: BytesBySha256): string[] {
  const { file_id, intake_sha256, intake_size } = file;
  const own = revisions.filter((one) => one.file_id === file_id);
  const shown = own.find((one) => one.sha256 === intake_sha256 && one.size === intake_size);
  const found = shown === undefined || shown.cause === "signature" ? [`file ${file_id} was shown as no revision`] : [];
  for (const { sha256, number } of own.filter((one) => one.cause === "signature")) {
    const begins = (of.get(sha256) ?? new Uint8Array()).subarray(0, Number(intake_size));
    if (digestOf(begins) !== intake_sha256)
      found.push(`revision ${number} of ${file_id} does not begin with what was shown`);
  }
  const named = documents.filter((one) => one.file_id === file_id);
  for (const { act_id } of named.filter(
    (one) => one.intake_sha256 !== intake_sha256 || one.intake_size !== intake_size,
  ))
    found.push(`act ${act_id} is about another file than ${file_id} as it was shown`);
  return found;
}

async function checkSignatures(
  ledger: Ledger,
  look: Look,
  { revisions, of }: { revisions: readonly Revision[]; of: BytesBySha256 },
): Promise<string[]> {
  const found: string[] = [];
  for (const revision of revisions.filter((one) => one.cause === "signature")) {
    const act = ledger.acts.find((one) => one.signer_id === revision.signer_id && one.status === "SIGNED");
    const certificate = ledger.certificates.get(act?.certificate_serial ?? "");
    const name = `revision ${revision.number} of ${revision.file_id}`;
    if (act === undefined || certificate === undefined || revision.signer_id === null) {
      found.push(`${name} stands for no signed act`);
      continue;
    }
    const base = of.get(revision.base_sha256 ?? "");
    if (revision.base_sha256 === null || base === undefined) {
      found.push(`${name} is laid on no revision of its file`);
      continue;
    }
    const { findings } = await verifyWritten(sourceOf(of, revision.sha256), {
      beginnings: [{ length: base.length, sha256: Buffer.from(revision.base_sha256, "hex") }],
      fieldName: signatureFieldName(revision.signer_id),
      level: act.finished ? "B-LTA" : "B-LT",
      certificate: parseCertificate(certificate),
      anchors: look.anchors.map((der) => parseCertificate(der)),
      timestampAnchors: look.timestampAnchors.map((der) => parseCertificate(der)),
      at: act.signed_at ?? act.authorised_at,
    });
    found.push(...findings.map((finding) => `${name}: ${JSON.stringify(finding)}`));
  }
  return found;
}

const sourceOf = (of: BytesBySha256, sha256: string): ByteSource => bytesSource(of.get(sha256) ?? new Uint8Array());

/** The document as people get it: one field for each signed act, and qpdf and pdfsig have nothing against it. */
function checkLatest(ledger: Ledger, file: File, latest: Uint8Array): string[] {
  const signed = ledger.acts.filter((act) => act.workflow_id === file.workflow_id && act.status === "SIGNED");
  const archived = signed.filter((act) => act.finished).length;
  const { signatures, anomalies } = listSignatures(openPdf(bytesSource(latest)));
  const fields = signatures.filter((one) => one.subFilter === "ETSI.CAdES.detached").map((one) => one.fieldName);
  const wanted = signed.map((act) => signatureFieldName(act.signer_id));
  const found = [
    ...anomalies.map((one) => `file ${file.file_id}: ${JSON.stringify(one)}`),
    ...expectCount(`document timestamps of ${file.file_id}`, signatures.length - fields.length, archived),
  ];
  if (JSON.stringify(fields.toSorted()) !== JSON.stringify(wanted.toSorted()))
    found.push(`file ${file.file_id} has the signatures ${fields}, and the acts are ${wanted}`);
  const verdict = judge(latest);
  if (verdict.qpdf !== 0) found.push(`file ${file.file_id}: qpdf --check ends with ${verdict.qpdf}`);
  // pdfsig reads document timestamps and has no word for them.
  const judged = verdict.signatures.filter((_, n) => verdict.subFilters[n] === "ETSI.CAdES.detached");
  if (judged.length !== wanted.length || judged.some((one) => one !== "Signature is Valid."))
    found.push(`file ${file.file_id}: pdfsig says ${verdict.signatures.join(" ")}`);
  return found;
}
