// Finds the objects of a file with a broken cross-reference: every `n g obj` outside of stream bytes, every trailer, and
// whether the file has a signature. One pass through the file, window by window.
import type { ByteSource } from "../pdf/byte-source.ts";
import { type Cursor, expectWord, latin1, readObject, readWord } from "../pdf/lexer.ts";
import type { PdfLimits } from "../pdf/limits.ts";
import type { PdfDict, PdfObject, PdfRef } from "../pdf/objects.ts";
import { afterKeyword, type PdfFile, readWindow } from "../pdf/read-indirect.ts";
import type { ReadingBudget } from "../pdf/reading-budget.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";
import { type FoundWord, type WordFinder, wordFinder } from "./find-words.ts";
import { numbersBefore, streamEnds, streamLength } from "./read-leniently.ts";
import { type ScannedObjects, scannedObjects } from "./scanned-objects.ts";
import { type SignatureTraces, signatureTraces, signatureWords } from "./signature-traces.ts";

/** What was found in a file; lists are in its order. */
export type Scan = {
  readonly objects: ScannedObjects;
  readonly objectStreams: readonly { readonly num: number; readonly gen: number; readonly offset: number }[];
  /** Trailer dictionaries, and those of cross-reference streams. */
  readonly trailers: readonly PdfDict[];
  /** Objects that stand in the file and may be a catalog, the last ones. */
  readonly catalogs: readonly PdfRef[];
  /** Whether what looks like the dictionary of a signature was seen, reachable or not. */
  readonly isSigned: boolean;
};

/** An object whose `endobj` was not seen yet, or whose stream was not. */
type OpenObject = { readonly num: number; readonly gen: number; readonly offset: number; readonly bodyAt: number };
type Scanning = {
  readonly file: PdfFile;
  readonly objects: ScannedObjects;
  readonly objectStreams: { num: number; gen: number; offset: number }[];
  readonly trailers: PdfDict[];
  readonly catalogs: PdfRef[];
  readonly ends: WordFinder;
  open: OpenObject | undefined;
  isClosed: boolean;
  readonly traces: SignatureTraces;
  damaged: number;
};

const words = ["obj", "stream", "trailer", "/Catalog", ...signatureWords];
const trailersMax = 2_000;
const catalogsMax = 100;
/** Places where something begins that cannot be read. A file that is only broken has a few. */
const damagedMax = 50_000;

/** Scans `source`. @throws PdfRefusal FILE_TOO_COMPLEX for more words than objects may be */
export function scanObjects(source: ByteSource, limits: PdfLimits, budget: ReadingBudget): Scan {
  const find = wordFinder(source, words, () => undefined);
  const file: PdfFile = { source, limits, budget, resolveLength: () => -1 };
  const scanning: Scanning = {
    file,
    objects: scannedObjects(),
    objectStreams: [],
    trailers: [],
    catalogs: [],
    ends: wordFinder(source, streamEnds, () => undefined),
    open: undefined,
    isClosed: false,
    traces: signatureTraces(file),
    damaged: 0,
  };
  let seen = 0;
  for (let found = find(0); found !== undefined; ) {
    seen += 1;
    if (seen > limits.objectsMax) throw tooComplex("more words of structure than objects may be");
    found = find(stepOver(scanning, found));
  }
  return { ...scanning, isSigned: scanning.traces.isSigned() };
}

/** Takes note of one word and gives the offset to go on from. */
function stepOver(scanning: Scanning, found: FoundWord): number {
  const behind = found.at + found.word.length;
  if (found.word === "obj") return noteObject(scanning, found) ?? behind;
  else if (found.word === "stream") return noteStream(scanning, found) ?? behind;
  else if (found.word === "trailer") return noteTrailer(scanning, found.at) ?? behind;
  else if (found.word === "/Catalog") noteCatalog(scanning);
  else scanning.traces.note(found.at, scanning.isClosed ? undefined : scanning.open?.bodyAt);
  return behind;
}

function noteCatalog({ open, catalogs }: Scanning): void {
  if (open === undefined) return;
  catalogs.push({ kind: "ref", num: open.num, gen: open.gen });
  if (catalogs.length > catalogsMax) catalogs.shift();
}

/** Enters an object; gives the end of the one before when the words stand inside it, in a string. */
function noteObject(scanning: Scanning, { at, window, windowAt }: FoundWord): number | undefined {
  const { file, open } = scanning;
  const before = numbersBefore(window, at - windowAt);
  if (before === undefined || before.gen > 65_535 || before.num >= file.limits.objectsMax) {
    if (latin1(window, Math.max(0, at - windowAt - 3), at - windowAt) === "end") scanning.isClosed = true;
    return undefined;
  }
  if (open !== undefined && !scanning.isClosed) {
    const end = unlessDamaged(scanning, () => readWindow(file, open.bodyAt, (cursor) => endOf(cursor, open.bodyAt)));
    if (end !== undefined && end > at) return end;
  }
  const offset = windowAt + before.start;
  scanning.open = { num: before.num, gen: before.gen, offset, bodyAt: at + 3 };
  scanning.isClosed = false;
  scanning.objects.setOffset(before.num, before.gen, offset);
  return undefined;
}

function endOf(cursor: Cursor, offset: number): number {
  readObject(cursor);
  return offset + cursor.at;
}

/** Steps over a stream's bytes, where anything may stand; undefined when `stream` does not begin one. */
function noteStream(scanning: Scanning, { at }: FoundWord): number | undefined {
  const { file, open } = scanning;
  if (open === undefined || at < open.bodyAt) return undefined;
  scanning.open = undefined;
  const found = unlessDamaged(scanning, () => streamBehind(file, open));
  if (found === undefined) return undefined;
  // The word stood inside a string or a name of the object before it.
  if (at < found.end) {
    scanning.open = open;
    return found.end;
  }
  if (found.start === undefined || found.object.kind !== "dict") return undefined;
  noteKind(scanning, open, found.object);
  const length = found.object.entries.get("Length");
  const declared = length?.kind === "number" ? length.value : undefined;
  const stored = streamLength(file.source, { start: found.start, declared, finder: scanning.ends });
  return stored === undefined ? undefined : found.start + stored;
}

type Ended = { readonly object: PdfObject; readonly end: number; readonly start: number | undefined };

/** The object in `open`, where it ends, and where its bytes begin when it is a stream. @throws PdfRefusal FILE_BROKEN */
function streamBehind(file: PdfFile, open: OpenObject): Ended {
  return readWindow(file, open.bodyAt, (cursor) => {
    const object = readObject(cursor);
    const end = open.bodyAt + cursor.at;
    const start = readWord(cursor) === "stream" ? open.bodyAt + afterKeyword(cursor) : undefined;
    return { object, end, start };
  });
}

function noteKind(scanning: Scanning, { num, gen, offset }: OpenObject, dict: PdfDict): void {
  const type = dict.entries.get("Type");
  if (type?.kind !== "name") return;
  if (type.value === "ObjStm") scanning.objectStreams.push({ num, gen, offset });
  if (type.value === "XRef") pushTrailer(scanning, dict);
}

function noteTrailer(scanning: Scanning, at: number): number | undefined {
  const read = unlessDamaged(scanning, () =>
    readWindow(scanning.file, at, (cursor) => {
      expectWord(cursor, "trailer");
      return { dict: readObject(cursor), end: at + cursor.at };
    }),
  );
  if (read?.dict.kind !== "dict") return undefined;
  pushTrailer(scanning, read.dict);
  return read.end;
}

function pushTrailer({ trailers }: Scanning, dict: PdfDict): void {
  if (trailers.length >= trailersMax) throw tooComplex("too many trailers");
  trailers.push(dict);
}

function unlessDamaged<T>(scanning: Scanning, read: () => T): T | undefined {
  const found = unlessBroken(read);
  if (found === undefined) scanning.damaged += 1;
  if (scanning.damaged > damagedMax) throw tooComplex("the file is damaged in too many places");
  return found;
}
