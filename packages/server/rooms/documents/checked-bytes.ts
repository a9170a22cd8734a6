/**
 * The bytes of a blob on their way out: the last of them go only when all were those of its name. Whoever takes a whole file gets
 * what was signed, or shown, or a transfer that breaks; a signature in it would tell as much, and where there is none nothing else would.
 */
import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";

/** The stream of a whole blob, ending in BlobChanged instead of its last bytes where it holds others than its name says. */
export function checkedBytes(bytes: NodeJS.ReadableStream, sha256: Sha256Hex): Readable {
  const hash = createHash("sha256");
  let held: Buffer | undefined;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      if (hash.digest("hex") === sha256) done(null, held);
      else done(new BlobChanged(`blob ${sha256} holds other bytes`));
    },
  });
  // The reader learns of a fault from the stream itself.
  return pipeline(bytes, check, () => undefined);
}
