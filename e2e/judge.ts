/** Tools nobody here wrote, asked about a file: a wrong word from one fails the test. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What qpdf and pdfsig say of a file. */
export type Verdict = {
  readonly qpdf: number;
  readonly signatures: readonly string[];
  readonly subFilters: readonly string[];
};

/** Lets qpdf and poppler read a file. @throws when one is not installed, naming the command */
export function judge(pdf: Uint8Array): Verdict {
  const folder = mkdtempSync(join(tmpdir(), "siegel-judge-"));
  try {
    const file = join(folder, "file.pdf");
    writeFileSync(file, pdf);
    const qpdf = run("qpdf", ["--check", file]);
    const pdfsig = run("pdfsig", ["-nocert", file]);
    return {
      qpdf: qpdf.status,
      signatures: [...pdfsig.out.matchAll(/Signature Validation: (.*)/g)].map((m) => m[1] ?? ""),
      subFilters: [...pdfsig.out.matchAll(/Signature Type: (.*)/g)].map((m) => m[1] ?? ""),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[]): { status: number; out: string } {
  const done = spawnSync(command, args, { encoding: "utf8", timeout: 60_000 });
  if (done.error !== undefined)
    throw new Error(`${command} is missing: apt-get install qpdf poppler-utils`, { cause: done.error });
  return { status: done.status ?? -1, out: done.stdout };
}
