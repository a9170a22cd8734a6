import { describe, expect, it } from "vitest";
import { countTests } from "./test-count.ts";

const file = (status: string, ...tests: [string, string][]) => ({
  name: "a.test.ts",
  status,
  assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
});
const report = (...testResults: object[]) => JSON.stringify({ testResults });

describe("the last line of npm test", () => {
  it("counts tests and lists skips by name", () => {
    const count = countTests(report(file("passed", ["one", "passed"], ["two", "skipped"], ["three", "todo"])), 0);
    expect(count).toEqual({ passed: 1, failed: 0, skipped: ["two", "three"], secondTries: [], reasons: [] });
  });

  const red = [
    { name: "a failed test", report: report(file("failed", ["one", "passed"], ["two", "failed"])), status: 1 },
    { name: "a file that did not load", report: report(file("failed"), file("passed", ["one", "passed"])), status: 1 },
    { name: "no test at all", report: report(), status: 0 },
    { name: "no report", report: null, status: 0 },
    { name: "a fault outside every test", report: report(file("passed", ["one", "passed"])), status: 1 },
  ];
  it("says in one line which test failed and why", () => {
    const failed = { fullName: "a house stands", status: "failed", failureMessages: ["Error: it fell\n    at wind"] };
    const text = report({ name: "a.test.ts", status: "failed", assertionResults: [failed] });
    expect(countTests(text, 1).reasons).toEqual(["a.test.ts: a house stands: Error: it fell at wind"]);
  });

  it("names what passed at its second try, and is red where that is no accident any more", () => {
    const late = { fullName: "a walk", status: "passed", failureMessages: ["Error: too late"] };
    const late6 = report({
      name: "a.test.ts",
      status: "passed",
      assertionResults: Array.from({ length: 6 }, () => late),
    });
    const one = countTests(report({ name: "a.test.ts", status: "passed", assertionResults: [late] }), 0);
    expect(one).toMatchObject({ passed: 1, failed: 0, secondTries: ["a.test.ts: a walk: Error: too late"] });
    expect(countTests(late6, 0)).toMatchObject({ passed: 6, failed: 1 });
  });

  for (const row of red) {
    it(`is red for ${row.name}`, () => expect(countTests(row.report, row.status).failed).toBe(1));
  }
});
