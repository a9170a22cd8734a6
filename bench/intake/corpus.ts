/** `intake.time`: what it costs to take documents in, beside a well-kept program that only reads and checks them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { pdf_bytes_max, pdf_pages_max } from "@siegel/contract/limits.ts";
import { hasCorpus, listCorpus, readCorpusFile } from "../../fixtures/corpus.ts";
import { systemRandom } from "../../packages/server/adapters/random.ts";
import { fileBlobs } from "../../packages/server/adapters/store/file-blobs.ts";
import { intakeDocuments } from "../../packages/server/rooms/documents/documents.ts";
import { openIntakeWorkers } from "../../packages/server/workers/open-intake-workers.ts";
import { atEffort, type Bench, runs_of_a_figure } from "../figure.ts";
import { middlemost, rounded } from "../interleave.ts";

/** Seconds of processor time for all files. */
type Run = { readonly intake: number; readonly qpdf: number };
type Document = { readonly name: string; readonly bytes: Uint8Array; readonly path: string };

/** Processor time of intake over the corpus, its workers and their starts included ÷ `qpdf --check` over the same files: at most 1. */
export const intakeTime: Bench = {
  name: "intake.time",
  floor: { at: "most", value: 1, goal: 0.5 },
  measure: async (effort) => {
    if (!hasCorpus) throw new Error("there is no corpus: set SIEGEL_CORPUS");
    const folder = mkdtempSync(join(tmpdir(), "siegel-bench-intake-"));
    try {
      const documents = listCorpus()
        .slice(0, effort === "full" ? undefined : 3)
        .map(({ file }, n) => ({ name: file, bytes: readCorpusFile(file), path: join(folder, `${n}.pdf`) }));
      for (const { path, bytes } of documents) writeFileSync(path, bytes);
      const runs: Run[] = [];
      for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
        runs.push({ intake: await ofIntake(documents, folder), qpdf: await ofQpdf(documents) });
      const ratioOf = ({ intake, qpdf }: Run): number => rounded(intake / qpdf);
      const middle = middlemost(runs, ratioOf);
      return {
        name: "intake.time",
        value: ratioOf(middle),
        baseline: rounded(middle.qpdf),
        unit: "ratio",
        runs: runs.map(ratioOf),
        note: `${rounded(middle.intake)} s ÷ ${rounded(middle.qpdf)} s of qpdf --check, ${documents.length} files`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function ofIntake(documents: readonly Document[], folder: string): Promise<number> {
  const storage = mkdtempSync(join(folder, "store-"));
  const blobs = fileBlobs(storage);
  const sent = [];
  for (const { name, bytes } of documents) sent.push({ name, ...(await blobs.put([bytes])) });
  const begun = secondsWithChildren();
  const intakeWork = openIntakeWorkers(storage);
  const deps = {
    blobs,
    random: systemRandom,
    intakeWork,
    intakeLimits: { fileBytesMax: pdf_bytes_max, pagesMax: pdf_pages_max },
  };
  const of = {
    organisationId: "o",
    workflowId: "w" as WorkflowId,
    at: new Date(0),
    signers: [],
    language: "en" as const,
    workflowLanguage: "en" as const,
    mark: "auto" as const,
  };
  for (const one of sent)
    await intakeDocuments(deps, { ...of, documents: [{ ...one, isSigned: true, attachmentOf: null }] });
  // What workers used is told once they have ended.
  await intakeWork.close();
  return secondsWithChildren() - begun;
}

async function ofQpdf(documents: readonly Document[]): Promise<number> {
  const begun = childrenSeconds();
  for (const { path } of documents) await once(spawn("qpdf", ["--check", path], { stdio: "ignore" }), "exit");
  return childrenSeconds() - begun;
}

function secondsWithChildren(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + childrenSeconds();
}

const ticks_a_second = 100;

/** proc(5): what the processes that this one started, and that have ended, had used. */
function childrenSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticks_a_second;
}
