/** What lies in the memory of another process of the same user, as Linux shows it (proc(5): maps, mem). */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

/** Whether this machine shows memory. */
export const showsMemory = process.platform === "linux";

const chunk_bytes = 8 * 1_048_576;

/** How often each of these lies in the process' readable private memory, by name; what is not there is not named. */
export function countInMemory(
  pid: number,
  wanted: Readonly<Record<string, Uint8Array>>,
): Readonly<Record<string, number>> {
  const names = Object.entries(wanted);
  const overlap = Math.max(...names.map(([, bytes]) => bytes.length)) - 1;
  const found: Record<string, number> = {};
  for (const chunk of chunksOf(pid, overlap)) {
    for (const [name, bytes] of names) {
      const count = countIn(chunk, bytes);
      if (count > 0) found[name] = (found[name] ?? 0) + count;
    }
  }
  return found;
}

/** One that lies where two chunks overlap may count twice. */
function countIn(chunk: Buffer, bytes: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(bytes); at >= 0; at = chunk.indexOf(bytes, at + 1)) count += 1;
  return count;
}

/** Every readable private mapping, in pieces that overlap; the buffer is used again for each. */
function* chunksOf(pid: number, overlap: number): Generator<Buffer> {
  const mem = openSync(`/proc/${pid}/mem`, "r");
  const buffer = Buffer.alloc(chunk_bytes + overlap);
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
      const mapping = /^([0-9a-f]+)-([0-9a-f]+) r..p .*?(\[v(?:var|dso|syscall).*\])?$/.exec(line);
      if (mapping === null || mapping[3] !== undefined) continue;
      const [start, end] = [Number.parseInt(mapping[1] ?? "", 16), Number.parseInt(mapping[2] ?? "", 16)];
      for (let at = start; at < end; at += chunk_bytes) {
        const read = readAt(mem, buffer, { at, length: Math.min(buffer.length, end - at) });
        yield buffer.subarray(0, read);
      }
    }
  } finally {
    closeSync(mem);
  }
}

/** Nothing where the mapping went away meanwhile, or has no page that can be read. */
function readAt(mem: number, buffer: Buffer, { at, length }: { at: number; length: number }): number {
  let done = 0;
  while (done < length) {
    try {
      const read = readSync(mem, buffer, done, length - done, at + done);
      if (read === 0) break;
      done += read;
    } catch {
      break;
    }
  }
  return done;
}
