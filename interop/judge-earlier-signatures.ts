/**
 * Files that others signed before they came to us: whatever signature stands in them, pyHanko finds standing after a field
 * was added, signed and given its long-term data, and ours stands too, visible and invisible.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listCorpus, readCorpusFile } from "../fixtures/corpus.ts";
import { corpusOutcomes } from "../fixtures/corpus-outcomes.ts";
import { runTool } from "../fixtures/outside-tool.ts";
import { installPyhanko } from "./judge-pyhanko.ts";
import { type CorpusJudgement, lastWords } from "./judgement.ts";
import { type Signer, type Signing, takeAndSign } from "./take-and-sign.ts";

const later = join(import.meta.dirname, "pyhanko/later.py");
const ways = [{ name: "visible", signature: [5, 5, 60, 20] as const }, { name: "invisible" }] as const;

type Verdicts = Readonly<Record<string, string>>;

/** Judges every file of the corpus that is signed and taken. @throws ToolMissing */
export async function judgeEarlierSignatures(folder: string, signer: Signer): Promise<CorpusJudgement> {
  const python = installPyhanko();
  mkdirSync(folder, { recursive: true });
  const paths = new Map<string, { readonly before: string; readonly after: readonly string[] }>();
  for (const { file, category } of listCorpus()) {
    const outcome = corpusOutcomes[file];
    if (!category.startsWith("signed-") || (outcome !== undefined && "code" in outcome)) continue;
    const original = new Uint8Array(readCorpusFile(file));
    const place = join(folder, file.replaceAll("/", "__"));
    const after: string[] = [];
    for (const { name, ...wish } of ways) {
      const signed = await signedOrRefused(original, { ...signer, ...wish, level: "B-LTA" });
      if (signed === null) continue;
      writeFileSync(`${place}.${name}.pdf`, signed);
      after.push(`${place}.${name}.pdf`);
    }
    writeFileSync(place, original);
    paths.set(file, { before: place, after });
  }
  // The control: a file whose first bytes are no longer what others signed.
  const [sound] = [...paths.values()].flatMap(({ after }) => after);
  const control = join(folder, "control.pdf");
  if (sound !== undefined) {
    writeFileSync(control, otherVersion(readFileSync(sound)));
    paths.set(controlName, { before: sound, after: [control] });
  }
  const all = [...paths.values()].flatMap(({ before, after }) => [before, ...after]);
  return compare(paths, all.length === 0 ? new Map() : verdictsOn(python, all));
}

const controlName = "control";

/** The digit behind `%PDF-1.`: every signature covers it, and no reader stumbles over it. */
function otherVersion(bytes: Buffer): Buffer {
  bytes[7] = bytes[7] === 0x34 ? 0x35 : 0x34;
  return bytes;
}

/** null for a file whose author permits no further signature. */
async function signedOrRefused(file: Uint8Array, signing: Signing): Promise<Uint8Array | null> {
  try {
    return (await takeAndSign(file, signing)).signed;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("FILE_CERTIFIED")) return null;
    throw error;
  }
}

function verdictsOn(python: string, paths: readonly string[]): ReadonlyMap<string, Verdicts> {
  const run = runTool(python, later, ...paths);
  const lines = run.out.split("\n").filter((line) => line.startsWith("{"));
  if (lines.length !== paths.length) throw new Error(`pyHanko did not judge all files: ${lastWords(run)}`);
  return new Map(lines.map((line) => JSON.parse(line)).map(({ path, verdicts }) => [path, verdicts]));
}

type Judged = ReadonlyMap<string, { readonly before: string; readonly after: readonly string[] }>;

function compare(files: Judged, verdicts: ReadonlyMap<string, Verdicts>): CorpusJudgement {
  const remarks: string[] = [];
  let passed = 0;
  for (const [file, { before, after }] of files) {
    const known = remarks.length;
    const earlier = verdicts.get(before) ?? {};
    for (const path of after) {
      const now = verdicts.get(path) ?? {};
      const fallen = Object.keys(earlier).filter((name) => earlier[name] === "stands" && now[name] !== "stands");
      const own = Object.keys(now).filter((name) => !Object.hasOwn(earlier, name));
      const unsound = own.filter((name) => now[name] !== "stands");
      for (const name of [...fallen, ...unsound]) remarks.push(`${file}: ${name} is ${now[name] ?? "gone"}`);
      if (own.length !== 1) remarks.push(`${file}: ${own.length} signatures were added, not one`);
      if (fallen.length + unsound.length === 0 && own.length === 1) passed += 1;
    }
    if (file !== controlName) continue;
    const noticed = remarks.splice(known);
    if (noticed.some((remark) => remark.endsWith(" is broken"))) passed += 1;
    else remarks.push("control: signatures over other bytes are said to stand");
  }
  return { passed, remarks };
}
