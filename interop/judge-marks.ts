/**
 * A mark stands on nothing (decisions.md §12 'A mark by default'): where intake puts the signatures of one and of three signers into the margin of
 * a page, poppler draws one colour in the file as it was sent. Proves [T-044].
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { type ByteSource, bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages, type Page, type ShownRect, toShown } from "@siegel/kernel/pdf/pages.ts";
import { plainPdf, rotatedPdf } from "../fixtures/documents.ts";
import { renderers } from "../fixtures/pictures.ts";
import { openTextShaping } from "../packages/server/adapters/fonts/text-shaping.ts";
import { prepareDocument } from "../packages/server/rooms/intake/prepare-document.ts";
import { everydayFiles, type Sent } from "./judge-looks.ts";
import type { CorpusJudgement } from "./judgement.ts";

const dpi = 72;
/** Between the darkest and the lightest: less is the edge of something outside. */
const shades_max = 8;

const made: readonly Sent[] = [
  { name: "plain", read: () => plainPdf() },
  ...([0, 90, 180, 270] as const).map((turn) => ({
    name: `turned by ${turn}`,
    read: () => rotatedPdf(turn, 1, "Rent: 1,250.00 EUR"),
  })),
];

const shaper = openTextShaping();

/** Judges our own files, those people send, and those of the corpus. @throws ToolMissing */
export async function judgeMarks(folder: string): Promise<CorpusJudgement> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "sent.pdf");
  const remarks: string[] = [];
  let passed = 0;
  let inMargin = 0;
  for (const { name, read } of [...made, ...everydayFiles()])
    for (const signers of [1, 3]) {
      const marked = await markedBy(read(), signers);
      if (marked === null) continue;
      writeFileSync(path, marked.sent);
      const over = marked.places.filter((place) => hasInk(path, marked.page, place));
      if (marked.places.length > 0) inMargin += 1;
      if (over.length === 0) passed += 1;
      else remarks.push(`${name}: a mark of ${signers} stands on something`);
    }
  // The control: a place where something is.
  const control = { widthPt: 595, heightPt: 842, number: 1, userUnit: 1 };
  writeFileSync(path, plainPdf());
  if (!hasInk(path, control, [72, 90, 200, 52])) remarks.push("control: a mark on the heading went unnoticed");
  if (inMargin < made.length) remarks.push(`marks stand in the margins of ${inMargin} files only`);
  return { passed, remarks };
}

type Marked = {
  /** The file as it was sent, or mended. */
  readonly sent: Uint8Array;
  readonly page: Pick<Page, "userUnit"> & { readonly number: number };
  /** In the margin of its last page, in points from the top left. */
  readonly places: readonly ShownRect[];
};

async function markedBy(file: Uint8Array, count: number): Promise<Marked | null> {
  let sent = file;
  const rewrite = (parts: Iterable<Uint8Array>): ByteSource => {
    sent = Buffer.concat([...parts]);
    return bytesSource(sent);
  };
  const signers = Array.from({ length: count }, (_, n) => ({
    signerId: `signer${n}`.padEnd(26, "0") as SignerId,
    reference: `nobody_else_${n}`,
    label: "Käthe Größe",
    fields: [],
  }));
  const marks = { mark: "auto", language: "en", document: "a.pdf", workflowId: "w" as WorkflowId } as const;
  const limits = { fileBytesMax: 1e8, pagesMax: 5_000 };
  const task = { fileId: "file" as FileId, signers, marks, limits, identity: new Uint8Array(16) };
  const prepared = await prepareDocument(
    bytesSource(file),
    { ...task, language: "en", isSigned: true },
    { rewrite, fonts: async () => shaper },
  );
  if (!prepared.ok) return null;
  const pages = listPages(openPdf(bytesSource(sent)));
  const page = pages.at(-1);
  if (page === undefined) return null;
  const own = prepared.fields.flatMap(({ kind, placements }) => (kind === "signature" ? placements : []));
  const places = own.flatMap((place) => (place.page === pages.length ? [toShown(page, place.rect)] : []));
  return { sent, page: { userUnit: page.userUnit, number: pages.length }, places };
}

/** poppler knows no /UserUnit: it draws in units of user space. */
function hasInk(path: string, { number, userUnit }: Marked["page"], place: ShownRect): boolean {
  const { width, rgb } = renderers.poppler(path, number, dpi);
  const [x, y, w, h] = place.map((value) => value / userUnit) as unknown as ShownRect;
  let [darkest, lightest] = [255, 0];
  for (let row = Math.ceil(y); row < Math.floor(y + h); row += 1)
    for (const value of rgb.subarray(3 * (row * width + Math.ceil(x)), 3 * (row * width + Math.floor(x + w)))) {
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
  return lightest - darkest > shades_max;
}
