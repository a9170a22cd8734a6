/**
 * Files that somebody else certified, or locked fields of, before they came to us: taken in as a sender's, then signed by
 * two people up to B-LTA. Judges say whether the first signature still holds.
 */
import { randomBytes, X509Certificate } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { addFields, addInvisibleSignatureField, signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import { writeAppearances } from "@siegel/kernel/forms/appearance.ts";
import { setValues } from "@siegel/kernel/forms/fill-fields.ts";
import { renameFieldPrefix } from "@siegel/kernel/forms/rename-fields.ts";
import { dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate, type PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfArray, pdfDict, pdfName, pdfNumber, pdfText, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { onePagePdf } from "../e2e/pdf.ts";
import { type Forbids, prepareForeignSignature } from "../fixtures/foreign-signature.ts";
import { type Hierarchy, type Identity, issuePerson, makeHierarchy } from "../fixtures/hierarchy.ts";

import { openTextShaping } from "../packages/server/adapters/fonts/text-shaping.ts";
import type { IntakeSigner } from "../packages/server/rooms/intake/intake-rules.ts";
import { prepareDocument } from "../packages/server/rooms/intake/prepare-document.ts";
import { completeSignature, signAt, validationData } from "./fresh-files.ts";
import type { Subject } from "./judgement.ts";

type Kind = {
  readonly name: string;
  readonly forbids: Forbids;
  readonly isVisible?: true;
  /** What else the author put into the form. */
  readonly more?: (update: PdfUpdate) => void;
};
const kinds: readonly Kind[] = [
  { name: "certified, level 2", forbids: { certifies: 2 } },
  { name: "certified, level 3", forbids: { certifies: 3 } },
  { name: "certified and locked", forbids: { certifies: 2, locks: { action: "Include", fields: ["offer.notes"] } } },
  { name: "a field locked", forbids: { locks: { action: "Include", fields: ["offer.notes"] } } },
  { name: "locked, level 2", forbids: { locks: { action: "Include", fields: ["offer.notes"], level: 2 } } },
  { name: "signed, we visibly", forbids: {}, isVisible: true },
  {
    name: "a field locked, visibly",
    forbids: { locks: { action: "Include", fields: ["offer.notes"] } },
    isVisible: true,
  },
  { name: "signed, a prepared field with wishes", forbids: {}, more: addWishfulField },
];

/** For the first signer: what ours keeps, and a lock that lets others fill in and sign afterwards. */
function addWishfulField(update: PdfUpdate): void {
  const field = addInvisibleSignatureField(update, "s0.sig");
  const subFilter = pdfArray([pdfName("ETSI.CAdES.detached")]);
  const digests = pdfArray([pdfText("SHA256")]);
  const seed = { Type: pdfName("SV"), Ff: pdfNumber(66), SubFilter: subFilter, DigestMethod: digests };
  const rules = { Action: pdfName("Include"), Fields: pdfArray([pdfText("s0")]), P: pdfNumber(2) };
  const wishes = {
    SV: update.add(pdfDict(seed)),
    Lock: update.add(pdfDict({ Type: pdfName("SigFieldLock"), ...rules })),
  };
  update.put(field, withEntries(dictionaryOf(update, field), wishes));
  // A partial name has no full stop (ISO 32000-2 §12.7.4.2): the field goes into a tree.
  renameFieldPrefix(update, { from: "s0", to: "s0" });
}

const now = (): Date => new Date(Math.floor(Date.now() / 1_000) * 1_000);

/** Makes them below `folder`. @throws where intake refuses one */
export async function makeCertifiedFiles(folder: string): Promise<readonly Subject[]> {
  const hierarchy = await makeHierarchy("ecdsa-p256-sha256", now());
  mkdirSync(folder, { recursive: true });
  const anchors = join(folder, "anchors.pem");
  writeFileSync(anchors, new X509Certificate(hierarchy.root.certificate.der).toString());
  const people = await Promise.all(
    ["1", "2", "3"].map((number) =>
      issuePerson(
        hierarchy.issuingCa,
        { algorithm: "ecdsa-p256-sha256", name: `Käthe Größe-${number}`, number },
        now(),
      ),
    ),
  );
  const subjects: Subject[] = [];
  for (const [index, kind] of kinds.entries()) {
    const place = join(folder, String(index));
    mkdirSync(place, { recursive: true });
    const path = join(place, "signed.pdf");
    writeFileSync(path, await signAfter(kind, hierarchy, people));
    subjects.push({ name: kind.name, path, level: "B-LTA", signatures: people.length, anchors, folder: place });
  }
  const place = join(folder, "again");
  mkdirSync(place, { recursive: true });
  const path = join(place, "signed.pdf");
  writeFileSync(path, await signOnceMore(hierarchy, people));
  return [
    ...subjects,
    { name: "finished, a value and one more", path, level: "B-LTA", signatures: people.length, anchors, folder: place },
  ];
}

/** A file that two finished, whose locks permit values and signatures only: somebody fills in a field, and we take it and sign it again. */
async function signOnceMore(hierarchy: Hierarchy, people: readonly Identity[]): Promise<Uint8Array> {
  const finishing = people.slice(0, 2).map((person, index) => ({ person, signerId: `first${index}` }));
  const form = onePagePdf();
  const update = beginUpdate(openPdf(bytesSource(form)));
  addFields(update, [
    { kind: "text", signerId: "later", name: "notes", page: 1, rect: [72, 500, 200, 20] },
    ...finishing.map(({ signerId }) => ({ kind: "signature", signerId, lockLevel: 2 }) as const),
  ]);
  let file: Uint8Array = Buffer.concat([form, update.finish({ id: new Uint8Array(16) }).bytes]);
  for (const { person, signerId } of finishing)
    file = await signIn(file, { hierarchy, person, signerId, isLast: person === finishing.at(-1)?.person });
  const filled = beginUpdate(openPdf(bytesSource(file)));
  const shaper = openTextShaping();
  writeAppearances(filled, shaper, setValues(filled, new Map([["later.notes", "Überlingen"]]), shaper));
  file = Buffer.concat([file, filled.finish({ id: new Uint8Array(16) }).bytes]);
  const last = people.slice(2);
  file = await takeIn(file, last, true);
  // The document timestamp of the finished file stays the only one.
  for (const person of last) file = await signIn(file, { hierarchy, person, signerId: signerIdOf(0), isLast: false });
  return file;
}

type Turn = {
  readonly hierarchy: Hierarchy;
  readonly person: Identity;
  readonly signerId: string;
  readonly isLast: boolean;
};

async function signIn(file: Uint8Array, { hierarchy, person, signerId, isLast }: Turn): Promise<Uint8Array> {
  const wish = {
    fieldName: signatureFieldName(signerId),
    claimedTime: now(),
    signerName: "Käthe Größe",
    lockedFields: [signerId],
    appearance: { lines: ["Käthe Größe"] },
    fileId: new Uint8Array(randomBytes(16)),
  };
  return await signAt(file, { wish, hierarchy, person, level: isLast ? "B-LTA" : "B-LT" });
}

async function signAfter(kind: Kind, hierarchy: Hierarchy, people: readonly Identity[]): Promise<Uint8Array> {
  const [author, ...signers] = people;
  if (author === undefined) throw new Error("nobody to certify");
  const form = withFields(onePagePdf(), kind);
  const certified = await prepareForeignSignature(form, kind.forbids);
  let file: Uint8Array = Buffer.concat([form, await completeSignature(certified, { hierarchy, person: author })]);
  file = Buffer.concat([file, await validationData(file, hierarchy, author)]);
  file = await takeIn(file, signers, kind.isVisible === true);
  for (const [index, person] of signers.entries()) {
    const isLast = index === signers.length - 1;
    file = await signIn(file, { hierarchy, person, signerId: signerIdOf(index), isLast });
  }
  return file;
}

/** The page with two text fields of the author's, and what else the author made. */
function withFields(pdf: Uint8Array, { more }: Kind): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(pdf)));
  const text = { kind: "text", signerId: "offer", page: 1 } as const;
  addFields(update, [
    { ...text, name: "notes", rect: [72, 500, 200, 20] },
    { ...text, name: "colour", rect: [72, 540, 200, 20] },
  ]);
  more?.(update);
  return Buffer.concat([pdf, update.finish({ id: new Uint8Array(16) }).bytes]);
}

const signerIdOf = (index: number): SignerId => `signer${index}`.padEnd(26, "0") as SignerId;

async function takeIn(file: Uint8Array, signers: readonly Identity[], isVisible: boolean): Promise<Uint8Array> {
  const boxOf = (index: number): IntakeSigner["fields"] =>
    isVisible
      ? [{ path: "signature", document: "a.pdf", kind: "signature", page: 1, rect: [300, 100 + index * 90, 220, 60] }]
      : [];
  const prepared = await prepareDocument(
    bytesSource(file),
    {
      fileId: "file" as FileId,
      signers: signers.map((_, index) => ({
        signerId: signerIdOf(index),
        reference: `s${index}`,
        label: "Käthe",
        fields: boxOf(index),
      })),
      marks: { mark: "none" },
      limits: { fileBytesMax: 1e8, pagesMax: 10 },
      identity: new Uint8Array(randomBytes(16)),
      language: "en" as const,
      isSigned: true,
    },
    {
      rewrite: () => {
        throw new Error("a signed file is never written anew");
      },
      fonts: async () => openTextShaping(),
    },
  );
  if (!prepared.ok) throw new Error(`${prepared.code}: ${prepared.message}`);
  return Buffer.concat([file, prepared.appended]);
}
