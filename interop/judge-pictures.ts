/**
 * What a signer sees (pdf.js, as the web's viewer sets it up), what poppler and what mupdf draw of a signed file agree: the
 * first page, where field and signature were put, has a structural similarity of 0.99 and more for each two of them. Where
 * two disagree as much about the page before it was touched, they have to agree about what signing added to it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { archivalPdf, taggedPdf } from "../fixtures/archival.ts";
import { listCorpus, readCorpusFile } from "../fixtures/corpus.ts";
import { corpusOutcomes } from "../fixtures/corpus-outcomes.ts";
import { formPdf, plainPdf, rotatedPdf } from "../fixtures/documents.ts";
import { type Picture, renderers } from "../fixtures/pictures.ts";
import { difference, similarity } from "../fixtures/similarity.ts";
import type { CorpusJudgement } from "./judgement.ts";
import { openViewer, type Viewer } from "./pdfjs-pictures.ts";
import { drawsOtherwise } from "./pictures-otherwise.ts";
import { type Signed, type Signer, takeAndSign } from "./take-and-sign.ts";

const alike = 0.99;
const dpi = 72;
/** Small pages are drawn larger: else the edges of letters would be most of what there is. */
const smallerSideMin = 600;

const made: readonly (readonly [string, () => Uint8Array])[] = [
  ["plain", plainPdf],
  ["form", formPdf],
  ["turned by 90", () => rotatedPdf(90)],
  ["turned by 270", () => rotatedPdf(270)],
  ["PDF/A", archivalPdf],
  ["tagged", taggedPdf],
];

/** A page before and after it was signed. */
type Seen = { readonly before: Picture; readonly after: Picture };

/** Judges our own files and every file of the corpus that is taken and can be drawn. @throws ToolMissing */
export async function judgePictures(folder: string, signer: Signer): Promise<CorpusJudgement> {
  mkdirSync(folder, { recursive: true });
  const foreign = listCorpus()
    .filter(({ file }) => corpusOutcomes[file] === undefined || !("code" in corpusOutcomes[file]))
    .map(({ file }) => [file, () => new Uint8Array(readCorpusFile(file))] as const);
  const viewer = await openViewer();
  const remarks: string[] = [];
  let passed = 0;
  try {
    for (const [name, bytes] of [...made, ...foreign]) {
      const signed = await signVisibly(bytes(), signer);
      if (signed === null) continue;
      const found = await judgeFile({ name, signed, folder, viewer });
      passed += found.passed;
      remarks.push(...found.remarks);
    }
  } finally {
    await viewer.close();
  }
  return { passed, remarks };
}

/** A text field, where one may be added, and a signature below it; null for a file that intake refuses (intake-corpus.test.ts says which). */
async function signVisibly(file: Uint8Array, signer: Signer): Promise<Signed | null> {
  const unplaced = await unlessRefused("FILE_", takeAndSign(file, { ...signer, level: "B-B" }));
  if (unplaced === null) return null;
  const [page] = listPages(openPdf(bytesSource(unplaced.taken)));
  const [width, height] = [page?.widthPt ?? 0, page?.heightPt ?? 0];
  const [wide, high] = [Math.min(200, width * 0.6), Math.min(30, height / 6)];
  const signature = [width * 0.1, height * 0.1 + 1.5 * high, wide, high] as const;
  const text = [width * 0.1, height * 0.1, wide, high] as const;
  const both = await unlessRefused("INVALID_REQUEST", takeAndSign(file, { ...signer, level: "B-B", signature, text }));
  return both ?? (await takeAndSign(file, { ...signer, level: "B-B", signature }));
}

/** null where intake refuses with a code that begins so. @throws whatever else goes wrong */
async function unlessRefused(code: string, signing: Promise<Signed>): Promise<Signed | null> {
  try {
    return await signing;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(code)) return null;
    throw error;
  }
}

type Judging = { readonly name: string; readonly signed: Signed; readonly folder: string; readonly viewer: Viewer };

const pairs = [
  ["pdf.js", "poppler"],
  ["pdf.js", "mupdf"],
  ["poppler", "mupdf"],
] as const;

async function judgeFile(judging: Judging): Promise<CorpusJudgement> {
  const { name, signed } = judging;
  const [page] = listPages(openPdf(bytesSource(signed.taken)));
  const smaller = Math.min(page?.widthPt ?? smallerSideMin, page?.heightPt ?? smallerSideMin);
  const coarse = Math.round(dpi * Math.min(20, Math.max(1, smallerSideMin / smaller)));
  const remarks = await disagreements(judging, coarse);
  // Programs smooth and hint letters in ways of their own; drawn finer, only what is really otherwise is left.
  const lasting = remarks.length === 0 ? remarks : await disagreements(judging, 3 * coarse);
  const isKnown = (pair: readonly string[]): boolean =>
    drawsOtherwise.some(({ file, by }) => file === name && pair.includes(by));
  const failed = lasting.filter(({ pair }) => !isKnown(pair));
  return {
    passed: pairs.length - lasting.length,
    remarks: failed.map(({ pair, wrong }) => `${name}: ${pair.join(" and ")}: ${wrong}`),
  };
}

type Disagreement = { readonly pair: readonly string[]; readonly wrong: string };

async function disagreements(
  { signed, folder, viewer }: Judging,
  resolution: number,
): Promise<readonly Disagreement[]> {
  const before = join(folder, "before.pdf");
  const after = join(folder, "after.pdf");
  writeFileSync(before, signed.taken);
  writeFileSync(after, signed.signed);
  const seen: Record<string, Seen | string> = {};
  for (const [program, draw] of Object.entries(renderers))
    seen[program] = await attempt(async () => ({
      before: draw(before, 1, resolution),
      after: draw(after, 1, resolution),
    }));
  seen["pdf.js"] = await attempt(async () => ({
    before: await viewer.draw(signed.taken, resolution),
    after: await viewer.draw(signed.signed, resolution),
  }));
  return pairs.flatMap((pair) => {
    const wrong = disagreement(seen[pair[0]] ?? "", seen[pair[1]] ?? "");
    return wrong === null ? [] : [{ pair, wrong }];
  });
}

async function attempt(draw: () => Promise<Seen>): Promise<Seen | string> {
  try {
    return await draw();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What two programs disagree about, or null. */
function disagreement(a: Seen | string, b: Seen | string): string | null {
  if (typeof a === "string") return a.slice(0, 200);
  if (typeof b === "string") return b.slice(0, 200);
  if (Math.abs(a.after.width - b.after.width) > 2 || Math.abs(a.after.height - b.after.height) > 2)
    return `${a.after.width} by ${a.after.height} against ${b.after.width} by ${b.after.height} pixels`;
  const signed = similarity(a.after, b.after);
  if (signed >= alike) return null;
  const original = similarity(a.before, b.before);
  if (original >= alike) return `${original.toFixed(4)} before, ${signed.toFixed(4)} after`;
  const [addedByA, addedByB] = [difference(a.before, a.after), difference(b.before, b.after)];
  if (isEmpty(addedByA) || isEmpty(addedByB)) return "nothing was added";
  const added = similarity(addedByA, addedByB);
  return added >= alike ? null : `${original.toFixed(4)} before; what was added: ${added.toFixed(4)}`;
}

const isEmpty = ({ rgb }: Picture): boolean => !rgb.some((value) => value < 128);
