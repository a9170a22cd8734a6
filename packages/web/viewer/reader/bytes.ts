/**
 * The bytes of a document as pdf.js asks for them, fetched in parts and never from two revisions: the first answer's entity tag
 * is asked of every other. What is shown is made of the very bytes that are signed; nothing here keeps or makes a copy for viewing.
 */
import { opening_head_bytes, reading_block_bytes } from "@siegel/contract/limits.ts";
import { type Fetching, partRequests, type Requesting } from "./part-requests.ts";

/** Bytes on demand; `close` ends what is under way. */
export type DocumentBytes = {
  /** The bytes `[begin, end)`; never resolves once they are lost or closed. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly close: () => void;
};

/** A request costs a round trip however little it brings. */
const least_request_bytes = 64 * 1024;
/** Files up to here come whole, in two requests. */
const opened_without_hint_bytes = 512 * 1024;
/** Bytes that were fetched and not asked for yet. */
const kept_bytes_max = 8 * 1024 * 1024;

type Part = { readonly begin: number; readonly end: number; readonly bytes: Promise<Uint8Array<ArrayBuffer> | null> };

/** Opens a document's bytes: what stands before any page comes in one answer, where the file is large enough to need it. */
export function openBytes(fetching: Fetching): DocumentBytes {
  const { size } = fetching;
  const closing = new AbortController();
  const request = partRequests(fetching, closing.signal);
  let parts: Part[] = [];
  const opened = size <= opened_without_hint_bytes ? Promise.resolve([]) : openingParts(request);
  const fetchFrom = (begin: number, end: number): Part => {
    const until = Math.min(size, Math.max(end, begin + least_request_bytes));
    const bytes = request("", { Range: `bytes=${begin}-${until - 1}` });
    const part: Part = { begin, end: until, bytes };
    parts.push(part);
    const forget = (): void => {
      parts = parts.filter((one) => one !== part);
    };
    // A fault is told to who waits for this part; the next one asks again.
    bytes.then((found) => {
      if (found === null || until === end) forget();
      else parts = within(parts, kept_bytes_max);
    }, forget);
    return part;
  };
  const hinted = opened.then((found) => {
    parts.unshift(...found);
  });
  const read = async (begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
    await hinted;
    const part = parts.find((one) => one.begin <= begin && end <= one.end) ?? fetchFrom(begin, end);
    const bytes = await part.bytes;
    if (bytes === null) return await new Promise(() => undefined);
    return bytes.slice(begin - part.begin, end - part.begin);
  };
  return { read, close: () => closing.abort() };
}

/** The latest parts that fit. */
function within(parts: readonly Part[], bytesMax: number): Part[] {
  let bytes = 0;
  const kept: Part[] = [];
  for (const part of parts.toReversed()) {
    bytes += part.end - part.begin;
    if (bytes <= bytesMax) kept.unshift(part);
  }
  return kept;
}

async function openingParts(request: Requesting): Promise<Part[]> {
  const answer = await request("/opening", { Accept: "application/octet-stream" });
  return answer === null ? [] : readOpening(answer);
}

/** The parts of an opening (contract/calls/files.ts). What does not come out even is no part. */
export function readOpening(answer: Uint8Array<ArrayBuffer>): Part[] {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  const parts: Part[] = [];
  for (let at = 0; at + opening_head_bytes <= answer.length; ) {
    const begin = Number(view.getBigUint64(at));
    const length = view.getUint32(at + 8);
    at += opening_head_bytes;
    if (begin % reading_block_bytes !== 0 || at + length > answer.length) break;
    parts.push({ begin, end: begin + length, bytes: Promise.resolve(answer.subarray(at, at + length)) });
    at += length;
  }
  return parts;
}
