/** An open file as the kernel reads it. */
import { fstatSync, readSync } from "node:fs";
import { type ByteSource, requireRange } from "@siegel/kernel/pdf/byte-source.ts";

/** Random access to an open file, whose length is looked at once; whoever opened it closes it. */
export function fileSource(file: number, name: string): ByteSource {
  const { size } = fstatSync(file);
  return {
    size,
    read: (offset, length, into) => {
      requireRange(size, offset, length);
      const bytes = into?.subarray(0, length) ?? new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const got = readSync(file, bytes, done, length - done, offset + done);
        if (got === 0) throw new Error(`${name} became shorter while it was read`);
        done += got;
      }
      return bytes;
    },
  };
}
