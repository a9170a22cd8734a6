/** What a run of vitest amounts to, counted from its JSON report and its exit status. */
import { relative } from "node:path";
import { root } from "./tracked-files.ts";

type Assertion = {
  readonly status: string;
  readonly fullName: string;
  /** What went wrong, with the stack below the first lines. */
  readonly failureMessages?: readonly string[];
};
type FileResult = {
  readonly name: string;
  readonly status: string;
  /** Milliseconds since 1970, from the first hook to the last. */
  readonly startTime?: number;
  readonly endTime?: number;
  readonly assertionResults: readonly Assertion[];
};

/** `reasons` says of each failure in one line what and why, for those who see the end of a long log only. */
export type TestCount = {
  readonly passed: number;
  readonly failed: number;
  /** One line for each skipped case. */
  readonly skipped: readonly string[];
  readonly reasons: readonly string[];
  /** The files that took longest, first the longest, with their seconds. */
  readonly slowest: readonly string[];
};

/** As much of a failure as fits a line of a log. */
const reasonLengthMax = 500;
const slowest_count = 10;

/**
 * Counts tests. A file that did not load, a run without a test, a missing report and a failing exit status without a
 * failed test each count as one failure: none of them may look green.
 */
export function countTests(report: string | null, status: number): TestCount {
  const found: readonly FileResult[] = report === null ? [] : JSON.parse(report).testResults;
  const files = found.map((file) => ({ ...file, name: relative(root, file.name) }));
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const reasons = files.flatMap(reasonsOf);
  if (tests.length === 0 && reasons.length === 0) reasons.push("no test ran");
  if (status !== 0 && reasons.length === 0) reasons.push(`vitest ended with status ${status}`);
  const skipped = files.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status !== "passed" && test.status !== "failed")
      .map((test) => `${file.name}: ${test.fullName}`),
  );
  return { passed, failed: reasons.length, skipped, reasons, slowest: slowestOf(files) };
}

function reasonsOf(file: FileResult): readonly string[] {
  const failed = file.assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${file.name}: ${test.fullName}: ${inOneLine(test.failureMessages ?? [])}`);
  return failed.length === 0 && file.status === "failed" ? [`${file.name} did not run`] : failed;
}

function slowestOf(files: readonly FileResult[]): readonly string[] {
  return files
    .map(({ name, startTime = 0, endTime = 0 }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowest_count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

function inOneLine(messages: readonly string[]): string {
  const text = messages.join(" ").replaceAll(/\s+/g, " ").trim();
  return text.length > reasonLengthMax ? `${text.slice(0, reasonLengthMax)}…` : text;
}
