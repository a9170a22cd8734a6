/** pyHanko, the strictest judge at hand: byte ranges, later changes, trust and revocation from the file alone. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runTool, ToolMissing } from "../fixtures/outside-tool.ts";
import { type Judge, lastWords, type Outcome, outcomeOf, type Subject } from "./judgement.ts";

const harness = join(import.meta.dirname, "pyhanko/judge.py");
const requirements = join(import.meta.dirname, "pyhanko/requirements.txt");
const venv = join(import.meta.dirname, "../.cache/pyhanko");

/** Judges all subjects in one go per trust anchor when first asked, since Python takes longer to start than to judge. */
export function pyhankoJudge(subjects: readonly Subject[]): Judge {
  const verdicts = new Map<string, Outcome>();
  let absence: ToolMissing | null = null;
  const judge = (subject: Subject): Outcome => {
    if (absence !== null) throw absence;
    if (!verdicts.has(subject.path)) {
      try {
        judgeTogether(
          subjects.filter((one) => one.anchors === subject.anchors),
          verdicts,
        );
      } catch (error) {
        if (error instanceof ToolMissing) absence = error;
        throw error;
      }
    }
    return verdicts.get(subject.path) ?? { status: "failed", reason: "pyHanko said nothing about this file" };
  };
  return { name: "pyHanko", judge };
}

function judgeTogether(subjects: readonly Subject[], verdicts: Map<string, Outcome>): void {
  const [first] = subjects;
  if (first === undefined) return;
  const run = runTool(installPyhanko(), harness, first.anchors, ...subjects.map((subject) => subject.path));
  const lines = run.out.split("\n").filter((line) => line.startsWith("{"));
  for (const line of lines) {
    const { path, signatures, wrong } = JSON.parse(line);
    const subject = subjects.find((one) => one.path === path);
    if (subject === undefined) continue;
    const count =
      signatures === subject.signatures ? [] : [`${signatures} signatures seen, ${subject.signatures} expected`];
    verdicts.set(path, outcomeOf([...count, ...wrong]));
  }
  if (lines.length === 0) throw new Error(`pyHanko did not run: ${lastWords(run)}`);
}

/** The Python that has pyHanko, installed once into a folder of its own. @throws ToolMissing */
export function installPyhanko(): string {
  const python = join(venv, "bin/python");
  const isReady = existsSync(python) && runTool(python, "-c", "import pyhanko.sign.validation").status === 0;
  if (isReady) return python;
  const made = runTool("python3", "-m", "venv", "--clear", venv);
  if (made.status !== 0) throw new ToolMissing(`python3 cannot make a virtual environment: ${lastWords(made)}`);
  const installed = runTool(python, "-m", "pip", "install", "--quiet", "-r", requirements);
  if (installed.status !== 0) throw new ToolMissing(`pip cannot install pyHanko: ${lastWords(installed)}`);
  return python;
}
