/** Which bytes of a file are asked for (RFC 9110 §14), and whether the client has them already (§13). Pure. */

/** The headers that decide, as they came. */
export type RangeHeaders = {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
};

/** whole: 200 · part: 206 with bytes `[start, end)` · unchanged: 304 · unsatisfiable: 416. */
export type AskedBytes =
  | { readonly kind: "whole" | "unchanged" | "unsatisfiable" }
  | { readonly kind: "part"; readonly start: number; readonly end: number };

/** Decides what to send of a file of `size` bytes with the strong entity tag `etag`. More than one range is answered by the whole (§14.2). */
export function askedBytes(headers: RangeHeaders, file: { readonly size: number; readonly etag: string }): AskedBytes {
  if (headers.ifNoneMatch !== undefined && matches(headers.ifNoneMatch, file.etag)) return { kind: "unchanged" };
  const { range, ifRange } = headers;
  // §13.1.5: If-Range compares strongly; a date, or another revision's tag, makes the range meaningless.
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== file.etag)) return { kind: "whole" };
  const single = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range.trim());
  const [first, last] = [single?.[1] ?? "", single?.[2] ?? ""];
  if (single === null || (first === "" && last === "")) return { kind: "whole" };
  return first === ""
    ? suffix(Number(last), file.size)
    : between(Number(first), last === "" ? null : Number(last), file.size);
}

/** §14.1.2: the last `length` bytes, the whole file when it is shorter. */
function suffix(length: number, size: number): AskedBytes {
  if (length === 0 || size === 0) return { kind: "unsatisfiable" };
  return { kind: "part", start: Math.max(0, size - length), end: size };
}

function between(first: number, last: number | null, size: number): AskedBytes {
  // §14.1.1: a range whose end comes before its beginning is invalid, and an invalid Range is ignored.
  if (last !== null && last < first) return { kind: "whole" };
  if (first >= size) return { kind: "unsatisfiable" };
  return { kind: "part", start: first, end: last === null ? size : Math.min(last + 1, size) };
}

/** §13.1.2: weak comparison with any of the tags. */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** Whether the client has what is there (§13.2.2): its tag decides, and the date only where it sent no tag. `modifiedAt` null: not to be relied on. */
export function isUnchanged(
  headers: { readonly "if-none-match"?: string | undefined; readonly "if-modified-since"?: string | undefined },
  there: { readonly etag: string; readonly modifiedAt: Date | null },
): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return matches(tags, there.etag);
  if (since === undefined || there.modifiedAt === null) return false;
  return Math.floor(there.modifiedAt.getTime() / 1_000) * 1_000 <= Date.parse(since);
}
