// Cross-reference streams (ISO 32000-2 §7.5.8): rows of three big-endian numbers, with subsections in /Index.
import type { Location, Section } from "./cross-reference-section.ts";
import { decode, type Filter } from "./filters.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";
import { type PdfFile, readIndirectAt } from "./read-indirect.ts";
import { broken, tooComplex } from "./refusal.ts";
import { indexSubsections, type Subsection } from "./subsections.ts";

type Widths = readonly [type: number, second: number, third: number];

/** Reads the cross-reference stream at `offset`. @throws PdfRefusal FILE_BROKEN, FILE_TOO_COMPLEX */
export function readStreamSection(file: PdfFile, offset: number): Section {
  const { object } = readIndirectAt(file, offset);
  if (object.kind !== "stream") throw broken("cross-reference section is neither table nor stream");
  const { dict } = object;
  const type = dict.entries.get("Type");
  if (type?.kind !== "name" || type.value !== "XRef") throw broken("cross-reference stream has another type");
  const widths = widthsOf(dict);
  const row = widths[0] + widths[1] + widths[2];
  const subsections = subsectionsOf(dict, row);
  const last = subsections.at(-1);
  const length = last === undefined ? 0 : last.at + last.count * row;
  file.budget.keep(length);
  const decoded = decodeDirect(file, object, length);
  if (length > decoded.length) throw broken("cross-reference stream is shorter than its /Index");
  // Bytes behind the rows are dropped.
  const table = decoded.length > 2 * length ? decoded.slice(0, length) : decoded;
  const { end, find } = indexSubsections(subsections);
  return {
    kind: "stream",
    trailer: dict,
    end,
    find: (num) => {
      const found = find(num);
      return found && rowAt(table, found.at + (num - found.first) * row, widths);
    },
  };
}

function widthsOf(dict: PdfDict): Widths {
  const [first, second, third, ...rest] = integers(dict.entries.get("W"));
  if (first === undefined || second === undefined || third === undefined || [first, second, third].some((w) => w > 8))
    throw broken("cross-reference stream has bad /W");
  if (second === 0 || rest.some((w) => w > 0)) throw broken("cross-reference stream has bad /W");
  return [first, second, third];
}

function subsectionsOf(dict: PdfDict, row: number): Subsection[] {
  const size = dict.entries.get("Size");
  if (size?.kind !== "number" || !Number.isSafeInteger(size.value) || size.value < 0)
    throw broken("cross-reference stream has no /Size");
  const index = dict.entries.has("Index") ? integers(dict.entries.get("Index")) : [0, size.value];
  const subsections: Subsection[] = [];
  let at = 0;
  for (let i = 0; i + 1 < index.length; i += 2) {
    const [first = 0, count = 0] = [index[i], index[i + 1]];
    subsections.push({ first, count, at });
    at += count * row;
  }
  return subsections;
}

function rowAt(table: Uint8Array, at: number, [w0, w1, w2]: Widths): Location {
  const type = w0 === 0 ? 1 : bigEndian(table, at, w0);
  const second = bigEndian(table, at + w0, w1);
  const third = bigEndian(table, at + w0 + w1, w2);
  if (type === 1) return { kind: "offset", offset: second, gen: third };
  return type === 2 ? { kind: "compressed", stream: second, index: third } : { kind: "free" };
}

function bigEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function integers(value: PdfObject | undefined): number[] {
  if (value?.kind !== "array") throw broken("expected an array of integers");
  return value.items.map((item) => {
    if (item.kind !== "number" || !Number.isSafeInteger(item.value) || item.value < 0)
      throw broken("expected an integer");
    return item.value;
  });
}

function decodeDirect(file: PdfFile, stream: PdfStream, length: number): Uint8Array {
  if (stream.stored().size > file.limits.decodedBytesMax) throw tooComplex("a cross-reference stream over the limit");
  // Predictors and padding add something to the rows, never a multiple of them.
  const outputMax = 4 * length + 1024 * 1024;
  return decode(stream.read(), directFilters(stream), {
    decode: file.budget.decode,
    decodeMax: () => Math.min(file.budget.decodeMax(), outputMax),
  });
}

/** Filters of a cross-reference stream: all direct, because nothing can be looked up before it is read (§7.5.8.2). */
function directFilters(stream: PdfStream): Filter[] {
  const filter = stream.dict.entries.get("Filter");
  const parameters = stream.dict.entries.get("DecodeParms");
  const names = filter === undefined ? [] : filter.kind === "array" ? filter.items : [filter];
  const all = parameters?.kind === "array" ? parameters.items : [parameters];
  return names.map((name, i) => {
    if (name.kind !== "name") throw broken("/Filter is not a name");
    const own = all[i];
    return { name: name.value, parameters: own?.kind === "dict" ? own : undefined };
  });
}
