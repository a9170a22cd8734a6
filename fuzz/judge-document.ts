/**
 * What holds for every file whatsoever: it is refused with a code, or it is taken, made ready, signed, and read back. Each
 * step may only refuse what the step before had no way of knowing.
 */

import { makeHierarchy, NOW } from "../fixtures/hierarchy.ts";
import { monospaceShaper } from "../fixtures/monospace-shaper.ts";
import { orderInOneGo } from "../fixtures/sign-in-one-go.ts";
import { someEntry } from "../fixtures/some-entry.ts";
import { annotationValue } from "../packages/contract/calls/files.ts";
import { fileId, signerId, type WorkflowId } from "../packages/contract/ids.ts";
import { signatureFieldName } from "../packages/kernel/forms/add-fields.ts";
import { listFields } from "../packages/kernel/forms/form-fields.ts";
import { digestByteRange } from "../packages/kernel/pades/byte-range.ts";
import { listSignatures } from "../packages/kernel/pades/list-signatures.ts";
import { signInSteps } from "../packages/kernel/pades/sign-document.ts";
import { verifyWritten } from "../packages/kernel/pades/verify-written.ts";
import { type ByteSource, bytesSource, concatSource } from "../packages/kernel/pdf/byte-source.ts";
import { openPdf } from "../packages/kernel/pdf/open-pdf.ts";
import { listPages } from "../packages/kernel/pdf/pages.ts";
import { PdfRefusal } from "../packages/kernel/pdf/refusal.ts";
import { normalisePdf } from "../packages/kernel/repair/normalise.ts";
import { checkValue } from "../packages/server/rooms/documents/documents-rules.ts";
import { type IntakeSigner, type PreparedDocument, prepareDocument } from "../packages/server/rooms/intake/intake.ts";
import { mustHold, unlessRefused } from "./target.ts";

const { person, issuingCa, root } = await makeHierarchy("ecdsa-p256-sha256");
const signer = signerId.parse("a".repeat(26));
const file = fileId.parse("f".repeat(26));
const identity = new Uint8Array(16);
const limits = { fileBytesMax: 100 * 1024 * 1024, pagesMax: 5_000 };
const placed: IntakeSigner["fields"] = [
  { path: "signature", document: "a.pdf", kind: "signature", page: 1, rect: [10, 10, 60, 30] },
  { path: "text", document: "a.pdf", kind: "text", page: 1, rect: [10, 50, 60, 12], name: "place", required: true },
  { path: "checkbox", document: "a.pdf", kind: "checkbox", page: 1, rect: [10, 70, 12, 12], name: "agree" },
  {
    path: "choice",
    document: "a.pdf",
    kind: "choice",
    page: 1,
    rect: [30, 70, 40, 12],
    name: "one",
    options: ["a", "b"],
  },
];

/** Takes a file through everything; true when it was taken. Every other file has fields placed in it. */
export async function judgeDocument(input: Uint8Array): Promise<boolean> {
  const source = bytesSource(input);
  const opened = unlessRefused(PdfRefusal, () => {
    const doc = openPdf(source);
    listFields(doc, listPages(doc));
    listSignatures(doc);
    return doc;
  });
  const isMended = judgeNormalised(source, opened !== undefined);
  let base: ByteSource = source;
  const rewrite = (parts: Iterable<Uint8Array>): ByteSource => {
    base = bytesSource(Buffer.concat([...parts]));
    return base;
  };
  const prepared = await prepareDocument(source, taskFor(input), { rewrite, fonts: async () => monospaceShaper });
  if (!prepared.ok) return false;
  mustHold(isMended, "what intake takes can be normalised");
  mustHold(!JSON.stringify([prepared.fields, prepared.notices]).includes("\\u0000"), "what intake says can be stored");
  for (const { fullName, initialValue } of prepared.fields) {
    const shown = annotationValue.safeParse({ annotation_id: fullName, value: initialValue });
    mustHold(shown.success, "a field can be sent to its signer");
  }
  await judgeSigning(concatSource(base, bytesSource(prepared.appended)), prepared);
  return true;
}

const marks = { language: "en" as const, document: "a.pdf", workflowId: "w" as WorkflowId };

function taskFor(input: Uint8Array) {
  const fields = input.length % 2 === 0 ? placed : [];
  return {
    fileId: file,
    signers: [{ signerId: signer, reference: "alice", label: "Alice", fields }],
    limits,
    marks: { ...marks, mark: input.length % 3 === 0 ? ("page" as const) : ("auto" as const) },
    identity,
    language: "en" as const,
    isSigned: true,
  };
}

/** Whether the file is sound or can be made so; what was written opens strictly, and needs nothing any more. */
function judgeNormalised(source: ByteSource, opened: boolean): boolean {
  const normalised = unlessRefused(PdfRefusal, () => normalisePdf(source));
  if (normalised === undefined) return false;
  // Everything that can be refused is refused before the first byte is written.
  const written = normalised && Buffer.concat([...normalised.parts]);
  mustHold(written !== null || opened, "what is sound opens strictly");
  if (written === null) return true;
  const mended = openPdf(bytesSource(written));
  listFields(mended, listPages(mended));
  mustHold(normalisePdf(bytesSource(written)) === null, "what was mended is sound");
  return true;
}

/** A signature with a value in every field goes into what intake made, and holds when it is read back. */
async function judgeSigning(base: ByteSource, { fields }: PreparedDocument): Promise<void> {
  const entries = fields.filter(takesEntry).map((field) => [field.fullName, someEntry(field, "1")] as const);
  const fieldName = signatureFieldName(signer);
  const wish = {
    fieldName,
    claimedTime: NOW,
    signerName: "Ada",
    values: new Map(entries),
    lockedFields: [signer],
    appearance: { lines: ["Ada", "2026"] },
    fileId: identity,
    shaper: monospaceShaper,
    ...person,
    chain: [issuingCa.certificate],
  };
  const approved = [{ length: base.size, sha256: await digestByteRange(base, [0, base.size, base.size, 0], "sha256") }];
  const revisions = await signInSteps(base, orderInOneGo({ ...wish, approved }, { level: "B-B" }));
  const signed = concatSource(base, bytesSource(Buffer.concat(revisions)));
  const question = { fieldName, level: "B-B", certificate: person.certificate, anchors: [root.certificate] } as const;
  const { findings } = await verifyWritten(signed, {
    ...question,
    timestampAnchors: [],
    at: NOW,
    beginnings: approved,
  });
  mustHold(findings.length === 0, `a signature that was just made holds: ${JSON.stringify(findings)}`);
  const doc = openPdf(signed);
  const found = listSignatures(doc).signatures.find((signature) => signature.fieldName === fieldName);
  mustHold(found?.coversWholeFile === true, "a signature covers the whole file");
  const held = new Map(listFields(doc).map(({ name, value }) => [name, value]));
  for (const [name, entry] of entries) mustHold(held.get(name) === entry, `the value of ${name} is found again`);
}

function takesEntry(field: PreparedDocument["fields"][number]): boolean {
  const entry = { name: field.fullName, value: someEntry(field, "1"), signerId: signer };
  return field.kind !== "signature" && checkValue(entry, field).ok;
}
