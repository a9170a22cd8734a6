/**
 * Files of other makers, as they are or mended: qpdf and mutool count the same pages, fields and signatures as the kernel,
 * poppler draws a mended file as it draws the original, and qpdf has nothing to say about it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { normalisePdf } from "@siegel/kernel/repair/normalise.ts";
import { listCorpus, readCorpusFile } from "../fixtures/corpus.ts";
import { corpusOutcomes } from "../fixtures/corpus-outcomes.ts";
import { formPdf, manyPagesPdf, plainPdf, rotatedPdf } from "../fixtures/documents.ts";
import { runTool } from "../fixtures/outside-tool.ts";
import { type Counts, countedByMutool, countedByQpdf, namesOf, valuesByQpdf } from "./corpus-counts.ts";
import type { CorpusJudgement } from "./judgement.ts";

const programs = { qpdf: countedByQpdf, mutool: countedByMutool };

const offPage = "the signature field is no annotation of any page, and the program walks the annotations only";
const timestamp = "the program takes a document timestamp for a field that is not signed";
const splitField = "the widgets do not name their field as /Parent, so the program takes them for fields of their own";

/** Where a program counts otherwise and is not followed, by "file program what", each with the reason. */
const otherwise: Readonly<Record<string, string>> = {
  "signed-valid/pyHanko__pades-lta-dss-indirect-arrs-test.pdf mutool signed": timestamp,
  "signed-valid/pyHanko__pades-lta-dss-indirect-arrs-test-2.pdf mutool signed": timestamp,
  "signed-valid/pyHanko__separate-annots-kids-indir.pdf mutool fields": splitField,
  "signed-valid/pyHanko__separate-annots-kids-indir.pdf mutool signed": splitField,
  "signed-valid/pdfcpu__testPAdES_BB.pdf qpdf fields": offPage,
  "signed-valid/pdfcpu__testPAdES_BB.pdf qpdf signed": offPage,
  "signed-valid/pdfcpu__testPAdES_BT.pdf qpdf fields": offPage,
  "signed-valid/pdfcpu__testPAdES_BT.pdf qpdf signed": offPage,
  "signed-valid/pdfcpu__testPAdES_BLT.pdf qpdf fields": offPage,
  "signed-valid/pdfcpu__testPAdES_BLT.pdf qpdf signed": offPage,
  "signed-valid/pdfcpu__testPAdES_BLTA.pdf qpdf fields": offPage,
  "signed-valid/pdfcpu__testPAdES_BLTA.pdf qpdf signed": offPage,
  "signed-valid/pdfcpu__testPAdES_BLTA.pdf mutool signed": timestamp,
  "signed-tampered/pdfjs__signed_verified.pdf qpdf fields": offPage,
  "signed-tampered/pdfjs__signed_verified.pdf qpdf signed": offPage,
};

/** Judges every file of the corpus that is taken; `folder` is for the files. @throws ToolMissing */
export function judgeCorpus(folder: string): CorpusJudgement {
  mkdirSync(folder, { recursive: true });
  const remarks = controls.flatMap((control) => judgeControl(control, folder));
  const excused = new Set<string>();
  const files = listCorpus().map(({ file }) => file);
  let passed = controls.length - remarks.length;
  for (const file of files) {
    const outcome = corpusOutcomes[file];
    if (outcome !== undefined && "code" in outcome) continue;
    const original = readCorpusFile(file);
    const normalised = normalisePdf(bytesSource(original));
    const mended = normalised === null ? null : Buffer.concat([...normalised.parts]);
    const found = judgeFile({ file, original, mended }, folder);
    for (const one of found.excused) excused.add(one);
    if (found.wrong.length === 0) passed += 1;
    remarks.push(...found.wrong.map((remark) => `${file}: ${remark}`));
  }
  const stale = Object.keys(otherwise).filter(
    (key) => files.some((file) => key.startsWith(`${file} `)) && !excused.has(key),
  );
  remarks.push(...stale.map((key) => `${key}: counts as we do now; take it out of judge-corpus.ts`));
  return { passed, remarks };
}

/** A file, and what it was mended to, if it was. */
type Taken = { readonly file: string; readonly original: Uint8Array; readonly mended: Uint8Array | null };
type Found = { readonly wrong: readonly string[]; readonly excused: readonly string[] };

/** Files "mended" to something else, and what has to be noticed. */
const controls: readonly (Taken & { readonly noticed: RegExp })[] = [
  {
    file: "control: a page lost",
    original: manyPagesPdf(2),
    mended: plainPdf(),
    noticed: /^qpdf pages.*mutool pages/s,
  },
  { file: "control: a field more", original: plainPdf(), mended: formPdf(), noticed: /qpdf fields.*mutool fields/s },
  { file: "control: turned", original: plainPdf(), mended: rotatedPdf(90), noticed: /poppler draws other pages/ },
];

function judgeControl({ noticed, ...control }: (typeof controls)[number], folder: string): readonly string[] {
  const { wrong } = judgeFile(control, folder);
  return noticed.test(wrong.join("\n")) ? [] : [`${control.file}: went unnoticed: ${wrong.join("; ")}`];
}

function judgeFile({ file, original, mended }: Taken, folder: string): Found {
  const before = join(folder, "original.pdf");
  const after = join(folder, file.replaceAll("/", "__"));
  writeFileSync(before, original);
  writeFileSync(after, mended ?? original);
  const ours = countedByUs(mended ?? original);
  const excused: string[] = [];
  const wrong = Object.entries(programs).flatMap(([program, count]) => {
    // A file that a program cannot read is judged as it is once it was mended.
    const counts = count(before);
    const said = counts.pages === null ? count(after) : counts;
    return differences(ours, said).flatMap((what) => {
      const key = `${file} ${program} ${what.split(":")[0]}`;
      if (otherwise[key] === undefined) return [`${program} ${what}`];
      excused.push(key);
      return [];
    });
  });
  return { wrong: mended === null ? wrong : [...wrong, ...judgeMended(before, after)], excused };
}

function countedByUs(bytes: Uint8Array): Counts {
  const doc = openPdf(bytesSource(bytes));
  const pages = listPages(doc);
  const fields = listFields(doc, pages);
  return {
    pages: pages.length,
    fields: namesOf(fields.map(({ name }) => name)),
    signed: fields.filter(({ signed }) => signed).length,
  };
}

function differences(ours: Counts, theirs: Counts): readonly string[] {
  return (["pages", "fields", "signed"] as const).flatMap((what) => {
    const [mine, other] = [JSON.stringify(ours[what]), JSON.stringify(theirs[what])];
    return theirs[what] === null || mine === other ? [] : [`${what}: ${mine} here, ${other} there`.slice(0, 400)];
  });
}

/** A mended file: nothing to say for qpdf, and the same pictures in poppler where it can draw the original. */
function judgeMended(before: string, after: string): readonly string[] {
  const check = runTool("qpdf", "--check", after);
  const wrong = check.status === 0 && !check.out.includes("WARNING") ? [] : [`qpdf --check: ${check.out.slice(-300)}`];
  const [valuesBefore, valuesAfter] = [before, after].map(valuesByQpdf);
  if (valuesBefore !== null && valuesBefore !== valuesAfter) wrong.push("qpdf reads other values of fields");
  const [original, mended] = [before, after].map(picturesOf);
  if (mended === undefined) wrong.push("poppler cannot draw it");
  else if (original !== undefined && Buffer.compare(original, mended) !== 0) wrong.push("poppler draws other pages");
  return wrong;
}

/** The first ten pages as poppler draws them; undefined when it draws none. */
function picturesOf(path: string): Buffer | undefined {
  const run = runTool("pdftoppm", "-r", "50", "-l", "10", path);
  return run.bytes.length === 0 ? undefined : Buffer.from(run.bytes);
}
