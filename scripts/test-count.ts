/** What a run of vitest amounts to, counted from its JSON report and its exit status. */

type Assertion = {
  readonly status: string;
  readonly fullName: string;
  /** What went wrong, with the stack below the first lines; of a passed test, at its first try. */
  readonly failureMessages?: readonly string[];
};
type FileResult = { readonly name: string; readonly status: string; readonly assertionResults: readonly Assertion[] };

/** `reasons` says of each failure in one line what and why, for those who see the end of a long log only. */
export type TestCount = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  /** Tests that passed at their second try, and what the first said. */
  readonly secondTries: readonly string[];
  readonly reasons: readonly string[];
};

/** A machine that others use too makes a walk miss its time now and then; more than these is no accident. */
const secondTriesMax = 5;

/** As much of a failure as fits a line of a log. */
const reasonLengthMax = 500;

/**
 * Counts tests. A file that did not load, a run without a test, a missing report and a failing exit status without a
 * failed test each count as one failure: none of them may look green.
 */
export function countTests(report: string | null, status: number): TestCount {
  const files: readonly FileResult[] = report === null ? [] : JSON.parse(report).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const reasons = files.flatMap(reasonsOf);
  const secondTries = files.flatMap((file) => linesOf(file, "passed"));
  if (secondTries.length > secondTriesMax) reasons.push(`${secondTries.length} tests passed at their second try only`);
  if (tests.length === 0 && reasons.length === 0) reasons.push("no test ran");
  if (status !== 0 && reasons.length === 0) reasons.push(`vitest ended with status ${status}`);
  const skipped = tests
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  return { passed, failed: reasons.length, skipped, secondTries, reasons };
}

function reasonsOf(file: FileResult): readonly string[] {
  const failed = linesOf(file, "failed");
  return failed.length === 0 && file.status === "failed" ? [`${file.name} did not run`] : failed;
}

/** A line for each failed test, or for each that passed and had failed before. */
function linesOf(file: FileResult, status: "failed" | "passed"): readonly string[] {
  return file.assertionResults
    .filter((test) => test.status === status && (status === "failed" || (test.failureMessages ?? []).length > 0))
    .map((test) => `${file.name}: ${test.fullName}: ${inOneLine(test.failureMessages ?? [])}`);
}

function inOneLine(messages: readonly string[]): string {
  const text = messages.join(" ").replaceAll(/\s+/g, " ").trim();
  return text.length > reasonLengthMax ? `${text.slice(0, reasonLengthMax)}…` : text;
}
