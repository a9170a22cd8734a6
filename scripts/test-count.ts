/** What a run of vitest amounts to, counted from its JSON report and its exit status. */

type Assertion = { readonly status: string; readonly fullName: string };
type FileResult = { readonly name: string; readonly status: string; readonly assertionResults: readonly Assertion[] };

/** `reasons` says why something counts as failed that is no single test. */
export type TestCount = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly reasons: readonly string[];
};

/**
 * Counts tests. A file that did not load, a run without a test, a missing report and a failing exit status without a
 * failed test each count as one failure: none of them may look green.
 */
export function countTests(report: string | null, status: number): TestCount {
  const files: readonly FileResult[] = report === null ? [] : JSON.parse(report).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failed = tests.filter((test) => test.status === "failed").length;
  const reasons = files
    .filter((file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"))
    .map((file) => `${file.name} did not run`);
  if (tests.length === 0 && reasons.length === 0) reasons.push("no test ran");
  if (status !== 0 && failed + reasons.length === 0) reasons.push(`vitest ended with status ${status}`);
  const skipped = tests
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  return { passed, failed: failed + reasons.length, skipped, reasons };
}
