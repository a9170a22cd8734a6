/** A large file on disk with an empty signature field, and a file as a source of windows. */
import { appendFileSync, closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { largePdf, signatureField } from "../../fixtures/large-document.ts";
import { fieldName } from "./document.ts";

/** Writes a file of `megabytes` and a little. */
export function writeLargeDocument(path: string, megabytes: number): void {
  const file = openSync(path, "wx");
  for (const piece of largePdf(megabytes)) writeSync(file, piece);
  closeSync(file);
  const source = openFile(path);
  const field = signatureField(source, fieldName);
  source.close();
  appendFileSync(path, field);
}

/** A file as a source of windows. */
export function openFile(path: string): ByteSource & { readonly close: () => void } {
  const file = openSync(path, "r");
  return {
    size: fstatSync(file).size,
    read: (offset, length, into) => {
      const octets = into?.subarray(0, length) ?? new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const got = readSync(file, octets, done, length - done, offset + done);
        if (got === 0) throw new RangeError(`${path} ends before ${offset + length}`);
        done += got;
      }
      return octets;
    },
    close: () => closeSync(file),
  };
}
