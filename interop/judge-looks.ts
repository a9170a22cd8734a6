/**
 * Nothing looks otherwise (decisions.md §12): pages 1 to 3 of a file as it was sent, and of the same file taken in and signed invisibly, are
 * the same in poppler, MuPDF and PDFium. Proves [T-041].
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { listCorpus, readCorpusFile } from "../fixtures/corpus.ts";
import { corpusOutcomes } from "../fixtures/corpus-outcomes.ts";
import { type Picture, pagesAside } from "../fixtures/pictures.ts";
import type { CorpusJudgement } from "./judgement.ts";
import { looksOtherwise } from "./looks-otherwise.ts";
import { openPdfium } from "./pdfium-pictures.ts";
import { type Signer, takeAndSign } from "./take-and-sign.ts";

/** A file by its name; it is read when its turn comes. */
export type Sent = { readonly name: string; readonly read: () => Uint8Array };

const dpi = 50;
/** A channel that differs by less is the edge of a letter, set in another order of the same operators. */
const shadesApart = 40;
const pixelsApartMax = 2;

/** The files as people send them that stand in this repository, and those of the corpus that are taken. */
export function everydayFiles(): readonly Sent[] {
  const folder = join(import.meta.dirname, "../fixtures/everyday");
  const everyday = readdirSync(folder).map((name) => ({ name, read: () => readFileSync(join(folder, name)) }));
  const foreign = listCorpus()
    .filter(({ file }) => corpusOutcomes[file] === undefined || !("code" in corpusOutcomes[file]))
    .map(({ file }) => ({ name: file, read: () => readCorpusFile(file) }));
  return [...everyday, ...foreign];
}

/** Judges each of `files`; one that intake refuses is a remark. @throws ToolMissing */
export async function judgeLooks(folder: string, signer: Signer, files: readonly Sent[]): Promise<CorpusJudgement> {
  mkdirSync(folder, { recursive: true });
  const pdfium = await openPdfium();
  const left = [...files];
  const remarks: string[] = [];
  const excused = new Set<string>();
  let passed = 0;
  const lane = async (_: unknown, n: number): Promise<void> => {
    for (let sent = left.shift(); sent !== undefined; sent = left.shift()) {
      const { name } = sent;
      const wrong = await differences(sent, { signer, paths: pathsIn(folder, n), pdfium });
      if (wrong.length === 0) passed += 1;
      else if (looksOtherwise[name] !== undefined) excused.add(name);
      else remarks.push(`${name}: ${wrong.join("; ")}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  pdfium.close();
  const names = new Set(files.map(({ name }) => name));
  const stale = Object.keys(looksOtherwise).filter((name) => names.has(name) && !excused.has(name));
  return {
    passed,
    notes: [...excused].map((name) => `${name} looks otherwise: ${looksOtherwise[name]}`),
    remarks: [...remarks, ...stale.map((name) => `${name} looks the same now; take it out of looks-otherwise.ts`)],
  };
}

type Paths = { readonly before: string; readonly after: string };
type Judging = { readonly signer: Signer; readonly paths: Paths; readonly pdfium: Pdfium };
type Pdfium = Awaited<ReturnType<typeof openPdfium>>;

const pathsIn = (folder: string, n: number): Paths => ({
  before: join(folder, `${n}-before.pdf`),
  after: join(folder, `${n}-after.pdf`),
});

/** What is otherwise in which program. A program that cannot draw the original says nothing about it. */
async function differences({ read }: Sent, { signer, paths, pdfium }: Judging): Promise<readonly string[]> {
  const before = read();
  const signed = await takeAndSign(before, { ...signer, level: "B-B" }).catch((fault: Error) => fault);
  if (signed instanceof Error) return [signed.message];
  writeFileSync(paths.before, before);
  writeFileSync(paths.after, signed.signed);
  const programs = {
    poppler: async (which: keyof Paths) => await pagesAside.poppler(paths[which], 3, dpi),
    mupdf: async (which: keyof Paths) => await pagesAside.mupdf(paths[which], 3, dpi),
    pdfium: async (which: keyof Paths) => await pdfium.pages(which === "before" ? before : signed.signed, 3, dpi),
  };
  const found: string[] = [];
  for (const [program, draw] of Object.entries(programs)) {
    const pages = await draw("before");
    if (pages.length === 0) continue;
    const wrong = otherwise(pages, await draw("after"));
    if (wrong !== null) found.push(`${program}: ${wrong}`);
  }
  return found;
}

function otherwise(before: readonly Picture[], after: readonly Picture[]): string | null {
  if (before.length !== after.length) return `${before.length} pages before, ${after.length} after`;
  for (const [i, a] of before.entries()) {
    const b = after[i];
    if (b === undefined || a.width !== b.width || a.height !== b.height) return `page ${i + 1} has another size`;
    let apart = 0;
    for (let at = 0; at < a.rgb.length; at += 3) if (isApart(a, b, at)) apart += 1;
    if (apart > pixelsApartMax) return `page ${i + 1} differs in ${apart} pixels`;
  }
  return null;
}

function isApart(a: Picture, b: Picture, at: number): boolean {
  for (let channel = at; channel < at + 3; channel += 1)
    if (Math.abs((a.rgb[channel] ?? 0) - (b.rgb[channel] ?? 0)) > shadesApart) return true;
  return false;
}
