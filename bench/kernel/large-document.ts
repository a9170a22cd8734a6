/** A large file on disk, written in pieces: one page, one stream as long as wanted, an empty signature field. */
import { appendFileSync, closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { addInvisibleSignatureField } from "@siegel/kernel/pdf/add-fields.ts";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { fieldName } from "./document.ts";

const chunk = Buffer.alloc(1 << 20, "0 0 m 9 9 l S\n");

/** Writes a file of `megabytes` and a little. */
export function writeLargeDocument(path: string, megabytes: number): void {
  const file = openSync(path, "wx");
  let at = 0;
  const write = (bytes: string | Uint8Array): void => {
    at += writeSync(file, Buffer.from(bytes));
  };
  const offsets = [0];
  const object = (source: string): void => {
    offsets.push(at);
    write(`${offsets.length - 1} 0 obj\n${source}`);
  };
  write("%PDF-1.7\n");
  object("<< /Type /Catalog /Pages 2 0 R >>\nendobj\n");
  object("<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>\nendobj\n");
  object("<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>\nendobj\n");
  object(`<< /Length ${megabytes * chunk.length} >>\nstream\n`);
  for (let i = 0; i < megabytes; i += 1) write(chunk);
  write("\nendstream\nendobj\n");
  const start = at;
  const rows = offsets.map(
    (offset) => `${String(offset).padStart(10, "0")} ${offset === 0 ? "65535 f" : "00000 n"} \n`,
  );
  write(`xref\n0 ${rows.length}\n${rows.join("")}trailer\n<< /Size ${rows.length} /Root 1 0 R >>\n`);
  write(`startxref\n${start}\n%%EOF\n`);
  closeSync(file);
  addField(path);
}

function addField(path: string): void {
  const source = openFile(path);
  const update = beginUpdate(openPdf(source));
  addInvisibleSignatureField(update, fieldName);
  const { bytes } = update.finish({ id: new Uint8Array(16).fill(7) });
  source.close();
  appendFileSync(path, bytes);
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
