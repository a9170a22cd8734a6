/** What qpdf and mutool count in a file: pages, fields, signatures. */
import { runTool } from "../fixtures/outside-tool.ts";

/** Counts of one program; null when it cannot read the file, or does not say. */
export type Counts = {
  readonly pages: number | null;
  /** Full names of fields, each once, sorted. */
  readonly fields: readonly string[] | null;
  /** Signature fields with a value. */
  readonly signed: number | null;
};

const unread: Counts = { pages: null, fields: null, signed: null };

type QpdfField = { readonly fullname: string; readonly fieldtype: string; readonly value: unknown };
type QpdfReport = { readonly pages: readonly unknown[]; readonly acroform: { readonly fields: readonly QpdfField[] } };

/** Counts by `qpdf --json`. @throws ToolMissing */
export function countedByQpdf(path: string): Counts {
  const report = reportedByQpdf(path);
  if (report === null) return unread;
  const { fields } = report.acroform;
  const signatures = fields.filter(({ fieldtype, value }) => fieldtype === "/Sig" && value !== null);
  return {
    pages: report.pages.length,
    fields: namesOf(fields.map(({ fullname }) => fullname)),
    signed: namesOf(signatures.map(({ fullname }) => fullname)).length,
  };
}

/** Names, types and values of all fields as one text; null when qpdf cannot read the file. @throws ToolMissing */
export function valuesByQpdf(path: string): string | null {
  const report = reportedByQpdf(path);
  if (report === null) return null;
  return JSON.stringify(report.acroform.fields.map(({ fullname, fieldtype, value }) => [fullname, fieldtype, value]));
}

function reportedByQpdf(path: string): QpdfReport | null {
  const run = runTool("qpdf", "--json=2", "--json-key=pages", "--json-key=acroform", path);
  return run.status === 0 || run.status === 3 ? JSON.parse(Buffer.from(run.bytes).toString("utf8")) : null;
}

/** Counts by `mutool pages`, `mutool show … form` and `mutool sign -v`. @throws ToolMissing */
export function countedByMutool(path: string): Counts {
  const pages = runTool("mutool", "pages", path);
  const count = pages.out.match(/<page pagenum=/g)?.length ?? 0;
  if (pages.status !== 0 || count === 0) return unread;
  const form = runTool("mutool", "show", path, "form").out;
  const verified = runTool("mutool", "sign", "-v", path).out;
  const fields = verified.match(/Verifying signature/g)?.length ?? 0;
  const empty = verified.match(/Signature is not signed/g)?.length ?? 0;
  return {
    pages: count,
    fields: leavesOf(namesOf([...form.matchAll(/^ {4}Name: \((.*)\)$/gm)].map((match) => unescaped(match[1] ?? "")))),
    signed: fields - empty,
  };
}

/** Names sorted, each once. */
export function namesOf(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** mutool names the nodes above fields too. */
function leavesOf(names: readonly string[]): readonly string[] {
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
}

/** mutool prints names as PDF strings over UTF-8. */
function unescaped(text: string): string {
  const latin1 = text.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
    /^\d/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : (named.get(escaped) ?? escaped),
  );
  return Buffer.from(latin1, "latin1").toString("utf8");
}

const named = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
