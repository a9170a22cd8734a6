/** Reads the recorded requests and answers in `requests/`: a start line, headers, an empty line, a body. */
import { readFileSync } from "node:fs";

/** A recorded message; header names in lower case. */
export type WrittenMessage = {
  readonly startLine: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** `name` with its extension, as in `requests/`. @throws if it does not exist */
export function readWritten(name: string): WrittenMessage {
  const source = readFileSync(new URL(`requests/${name}`, import.meta.url), "utf8");
  const end = source.indexOf("\n\n");
  const [startLine = "", ...lines] = source.slice(0, end).split("\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { startLine, headers: Object.fromEntries(headers), body: source.slice(end + 2).trimEnd() };
}
