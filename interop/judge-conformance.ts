/**
 * What a file promises before it is taken in, PDF/A or PDF/UA, it keeps once it is filled and signed up to B-LTA: veraPDF
 * finds the same flavours conforming in both.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { archivalPdf, taggedPdf } from "../fixtures/archival.ts";
import { listCorpus, readCorpusFile } from "../fixtures/corpus.ts";
import { plainPdf } from "../fixtures/documents.ts";
import { runTool, ToolMissing } from "../fixtures/outside-tool.ts";
import { waveRaster } from "../fixtures/signature-picture.ts";
import { writePng } from "../packages/kernel/forms/png.ts";
import { openTextShaping } from "../packages/server/adapters/fonts/text-shaping.ts";
import { renderReport } from "../packages/server/rooms/evidence/render-report.ts";
import { reportedWithImage } from "../packages/server/test/reported.ts";
import { type CorpusJudgement, lastWords } from "./judgement.ts";
import { type Signer, takeAndSign } from "./take-and-sign.ts";

const libraries = join(import.meta.dirname, "../.cache/verapdf");
const project = join(import.meta.dirname, "verapdf/pom.xml");

/** `mark`: the signature stands on a page of its own. */
type Promising = { readonly name: string; readonly file: Uint8Array; readonly mark?: "page" };

const made: readonly Promising[] = [
  {
    name: "an audit report, PDF/A-2a and PDF/UA-1",
    file: await renderReport({ shaper: openTextShaping() }, reportedWithImage),
  },
  { name: "PDF/A-2b without output intent", file: archivalPdf() },
  { name: "PDF/UA-1, one Document element", file: taggedPdf() },
  {
    name: "PDF/UA-1, parents in nodes, several elements at the top",
    file: taggedPdf({ tree: "nodes", topLevel: "several" }),
  },
];

// Ink that is half there: the picture of a signature brings the transparency that PDF/A is strict about.
const wave = waveRaster({ width: 80, height: 30, line: 4 });
const translucent = writePng({ ...wave, rgba: wave.rgba.map((value, at) => (at % 4 === 3 ? value / 1.5 : value)) });

/** Judges our own files and those of other makers that veraPDF finds conforming. @throws ToolMissing */
export async function judgeConformance(folder: string, signer: Signer): Promise<CorpusJudgement> {
  installVerapdf();
  mkdirSync(folder, { recursive: true });
  const foreign = listCorpus()
    .filter(({ category }) => category === "pdfa-ua-tagged")
    .map(({ file }) => ({ name: file, file: new Uint8Array(readCorpusFile(file)) }));
  const withPage = made.map(
    ({ name, file }) => ({ name: `${name}, with a signature page`, file, mark: "page" }) as const,
  );
  const files: readonly Promising[] = [...made, ...withPage, ...foreign];
  const paths = files.map((_, i) => [join(folder, `${i}-before.pdf`), join(folder, `${i}-after.pdf`)] as const);
  for (const [i, { file, mark }] of files.entries()) {
    const { signed } = await takeAndSign(file, {
      ...signer,
      level: "B-LTA",
      text: [20, 20, 100, 20],
      ...(mark === undefined ? { signature: [20, 50, 100, 40] } : { mark }),
      shown: { lines: ["Käthe Größe-Łukasz"], image: translucent },
      value: "Łódź 漢字 हिन्दी שָׁלוֹם",
    });
    writeFileSync(paths[i]?.[0] ?? "", file);
    writeFileSync(paths[i]?.[1] ?? "", signed);
  }
  const control = [join(folder, "control-before.pdf"), join(folder, "control-after.pdf")] as const;
  writeFileSync(control[0], archivalPdf());
  writeFileSync(control[1], plainPdf());
  const verdicts = verdictsOn([...paths, control].flat());
  const lostBy = ([before, after]: readonly [string, string]): readonly string[] =>
    (verdicts.get(before) ?? []).filter((flavour) => !(verdicts.get(after) ?? []).includes(flavour));
  // The control: a promise that really is broken.
  const isSeen = lostBy(control).length > 0;
  const remarks = isSeen ? [] : ["control: a file that is no longer PDF/A went unnoticed"];
  let passed = isSeen ? 1 : 0;
  for (const [i, { name }] of files.entries()) {
    const before = verdicts.get(paths[i]?.[0] ?? "") ?? [];
    const lost = lostBy(paths[i] ?? ["", ""]);
    const isPromising = before.length > 0 || i >= made.length + withPage.length;
    if (!isPromising) remarks.push(`${name}: conforms to nothing even before`);
    remarks.push(...lost.map((flavour) => `${name}: no longer ${flavour}`));
    passed += before.length - lost.length;
  }
  return { passed, remarks };
}

/** The flavours each file promises in its metadata and keeps, by path. */
function verdictsOn(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const run = runTool(
    "java",
    "-cp",
    `${libraries}/*`,
    "org.verapdf.apps.GreenfieldCliWrapper",
    "--format",
    "text",
    "-f",
    "0",
    ...paths,
  );
  const kept = new Map<string, string[]>();
  for (const line of run.out.split("\n")) {
    const [, verdict, path = "", flavour = ""] = /^(PASS|FAIL) (.+) (\w+)$/.exec(line.trim()) ?? [];
    if (verdict === "PASS") kept.set(path, [...(kept.get(path) ?? []), flavour]);
  }
  if (kept.size === 0) throw new Error(`veraPDF found nothing conforming: ${lastWords(run)}`);
  return kept;
}

/** Fetched once, by Maven. @throws ToolMissing */
function installVerapdf(): void {
  if (runTool("java", "-version").status !== 0) throw new ToolMissing("java does not run");
  if (existsSync(libraries)) return;
  const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${libraries}`];
  const fetched = runTool("mvn", "-q", "-B", "-f", project, ...goal);
  if (fetched.status !== 0) throw new ToolMissing(`Maven cannot fetch veraPDF: ${lastWords(fetched)}`);
}
