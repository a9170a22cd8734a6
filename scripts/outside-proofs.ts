/** Which tests ask a program that nobody here wrote: only they prove a row of the ledger whose kind of proof is `judge`. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./tracked-files.ts";

/** The one door to outside programs (qpdf, poppler, MuPDF, OpenSSL, …). */
const door = "fixtures/outside-tool.ts";
/** Outside judges that are libraries: rules that others made for descriptions of APIs, and the reference library of Standard Webhooks. */
const judging = /^import [^;]*? from "(@redocly\/openapi-core|@apidevtools\/swagger-parser|standardwebhooks)";/m;
/** What tests share; what the product itself imports leads to no judge. */
const shared = /^(fixtures|e2e|interop)\/|^packages\/server\/test\//;
const imported = /^import (?!type\b)[^;]*?from "(\.[^"]+)";/gms;

/** Does this test file (a path below the root) lead to the door, by its own imports or those of what tests share? */
export function asksOutside(path: string, seen: Set<string> = new Set()): boolean {
  if (path === door) return true;
  if (seen.has(path) || !existsSync(join(root, path))) return false;
  seen.add(path);
  const text = readFileSync(join(root, path), "utf8");
  if (judging.test(text)) return true;
  return [...text.matchAll(imported)]
    .map(([, from = ""]) => relative(root, join(root, dirname(path), from)))
    .filter((next) => next === door || shared.test(next))
    .some((next) => asksOutside(next, seen));
}
