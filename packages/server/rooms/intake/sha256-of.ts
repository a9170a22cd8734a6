/** The name a file must have, told from its bytes: a worker reads it before it believes anything that stands in it. */
import { createHash } from "node:crypto";
import { type ByteSource, windowLengthMax } from "@siegel/kernel/pdf/byte-source.ts";

/** SHA-256 of a whole source, lower-case hex, in one go: for processes that have nothing else to do. */
export function sha256Of(source: ByteSource): string {
  const hash = createHash("sha256");
  const room = new Uint8Array(Math.min(windowLengthMax, source.size));
  for (let at = 0; at < source.size; at += windowLengthMax)
    hash.update(source.read(at, Math.min(windowLengthMax, source.size - at), room));
  return hash.digest("hex");
}
