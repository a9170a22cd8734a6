/** What the product's own log says of a test that failed, beside what the test says: an answer of 503 tells nobody why. */
import { beforeEach } from "vitest";

const lines_max = 100;
// pino's number of the level "warn".
const warn = 40;

/** Prints, after every try of a test of this file that fails, the last warnings, errors and unstructured lines of `printed`. */
export function tellLogWhenFailed(printed: () => string): void {
  beforeEach(({ onTestFailed, task }) => {
    onTestFailed(() => console.error([`The product while "${task.name}" failed:`, ...telling(printed())].join("\n")));
  });
}

/** Lines that are worth reading: all but the JSON lines that go on in peace. */
export function telling(printed: string): string[] {
  return printed
    .split("\n")
    .filter((line) => line !== "" && levelOf(line) >= warn)
    .slice(-lines_max);
}

function levelOf(line: string): number {
  try {
    const { level } = JSON.parse(line) as { level?: unknown };
    return typeof level === "number" ? level : warn;
  } catch {
    return warn;
  }
}
