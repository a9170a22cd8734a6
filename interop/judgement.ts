/** What an outside judge says about a file. */
import { type Run, ToolMissing } from "../fixtures/outside-tool.ts";

/** `passed` and `failed` are the judge's words; `skipped` means it could not be asked, and why. */
export type Outcome =
  | { readonly status: "passed" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "skipped"; readonly reason: string };

/** A signed file on disk, what it is, and whom to trust. */
export type Subject = {
  /** For the table: `B-LTA P-256 ×2`. */
  readonly name: string;
  readonly path: string;
  readonly level: "B-B" | "B-T" | "B-LT" | "B-LTA";
  readonly signatures: number;
  /** PEM file of the anchors. */
  readonly anchors: string;
  /** A folder of its own for what judges cut out of the file. */
  readonly folder: string;
};

/** A judge: its name and how it judges. */
export type Judge = { readonly name: string; readonly judge: (subject: Subject) => Outcome };

/** What was found in many files at once: how much was as it should be, a sentence for each thing that was not, and what is nobody's fault. */
export type CorpusJudgement = {
  readonly passed: number;
  readonly remarks: readonly string[];
  readonly notes?: readonly string[];
};

/** Lets a judge speak; a missing program is a skip, a fault of the judge itself a failure. */
export function ask(judge: Judge, subject: Subject): Outcome {
  try {
    return judge.judge(subject);
  } catch (error) {
    if (error instanceof ToolMissing) return { status: "skipped", reason: error.message };
    return { status: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** `passed` when nothing is wrong, else a failure with all sentences. */
export function outcomeOf(wrong: readonly string[]): Outcome {
  return wrong.length === 0 ? { status: "passed" } : { status: "failed", reason: wrong.join("; ") };
}

/** The telling end of a program's words, on one line. */
export const lastWords = (run: Run): string => run.out.trim().split("\n").slice(-3).join(" / ").slice(0, 300);
