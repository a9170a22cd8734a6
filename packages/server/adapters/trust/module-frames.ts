/**
 * What the service and a process of the signing module say to each other over its standard input and output: a kind and parts, as bytes
 * with their lengths in front. A part may be a password: no text is made of it, and who is done with a frame overwrites it.
 */
import { readSync, writeSync } from "node:fs";

/** One thing said. After `read`, the parts lie in `bytes`. */
export type Frame = { readonly kind: string; readonly parts: readonly Uint8Array[] };

/** All that one act is about is far smaller. */
const frame_bytes_max = 16 * 1_048_576;
const length_bytes = 4;

/**
 * Bytes that are overwritten where they lie: not in the pool that other buffers share, and not in V8's heap, where it keeps arrays up to
 * 64 bytes until they are handed on; then it copies them, and what was there stays.
 */
const bytesOfOwn = (length: number): Buffer => Buffer.from(new ArrayBuffer(length));

/** The bytes of a frame, its length in front. They hold copies of the parts. */
export function frameBytes({ kind, parts }: Frame): Buffer {
  const all = [Buffer.from(kind), ...parts];
  const length = all.reduce((sum, part) => sum + length_bytes + part.length, 0);
  const bytes = bytesOfOwn(length_bytes + length);
  let at = bytes.writeUInt32BE(length, 0);
  for (const part of all) {
    at = bytes.writeUInt32BE(part.length, at);
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A frame without the length in front; the parts lie in `body`. @throws for other bytes */
export function frameIn(body: Buffer): Frame {
  const all: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const start = at + length_bytes;
    const end = start + body.readUInt32BE(at);
    if (end > body.length) throw new RangeError("a frame's part is longer than the frame");
    all.push(body.subarray(start, end));
    at = end;
  }
  const [kind, ...parts] = all;
  if (kind === undefined) throw new RangeError("an empty frame");
  return { kind: kind.toString("latin1"), parts };
}

/** The length that stands in front, or null as long as it has not come. @throws for one that no frame has */
export function lengthIn(bytes: Buffer): number | null {
  if (bytes.length < length_bytes) return null;
  const length = bytes.readUInt32BE(0);
  if (length > frame_bytes_max) throw new RangeError("a frame is too long");
  return length;
}

/** The next frame from standard input, and how to overwrite it; null when it has ended. */
export function readFrame(): { readonly frame: Frame; readonly forget: () => void } | null {
  const head = readExactly(length_bytes);
  const length = head === null ? null : lengthIn(head);
  const body = length === null ? null : readExactly(length);
  return body === null ? null : { frame: frameIn(body), forget: () => void body.fill(0) };
}

function readExactly(length: number): Buffer | null {
  const bytes = bytesOfOwn(length);
  for (let at = 0; at < length; ) {
    const read = readSync(0, bytes, at, length - at, null);
    if (read === 0) return null;
    at += read;
  }
  return bytes;
}

/** Writes a frame to standard output. */
export function writeFrame(frame: Frame): void {
  const bytes = frameBytes(frame);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/** Text as a part. */
export const part = (text: string): Buffer => Buffer.from(text, "utf8");

/** A part as text; not for secrets. */
export const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("utf8");
