import { describe, expect, it } from "vitest";
import { listFields } from "../forms/form-fields.ts";
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { normalisePdf } from "./normalise.ts";

const pages = 5_000;
const streamSize = 210_000;

/** A file of a gigabyte that is not held in memory: each page has a stream of spaces that are made when they are read. */
function largeSource(startxref: string): ByteSource {
  const spaces: ByteSource = { size: streamSize, read: (_offset, length) => new Uint8Array(length).fill(32) };
  const text = (value: string): ByteSource => bytesSource(Buffer.from(value, "latin1"));
  const offsets = [0];
  let parts: ByteSource[] = [text("%PDF-1.7\n")];
  let size = 9;
  const push = (part: ByteSource): void => {
    parts.push(part);
    size += part.size;
  };
  const object = (num: number, value: string): void => {
    offsets[num] = size;
    push(text(`${num} 0 obj\n${value}\nendobj\n`));
  };
  const kids = Array.from({ length: pages }, (_, i) => `${3 + 2 * i} 0 R`);
  object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  object(2, `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages} /MediaBox [0 0 595 842] >>`);
  for (let i = 0; i < pages; i += 1) {
    object(3 + 2 * i, `<< /Type /Page /Parent 2 0 R /Contents ${4 + 2 * i} 0 R >>`);
    offsets[4 + 2 * i] = size;
    push(text(`${4 + 2 * i} 0 obj\n<< /Length ${streamSize} >>\nstream\n`));
    push(spaces);
    push(text("\nendstream\nendobj\n"));
  }
  const rows = offsets.map((at, i) =>
    i === 0 ? "0000000000 65535 f \n" : `${String(at).padStart(10, "0")} 00000 n \n`,
  );
  const trailer = `trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\n${startxref}\n${size}\n%%EOF\n`;
  push(text(`xref\n0 ${offsets.length}\n${rows.join("")}${trailer}`));
  // Joined in pairs, so that a read finds its part in few steps.
  while (parts.length > 1) parts = pairs(parts);
  return parts[0] ?? text("");
}

function pairs(parts: readonly ByteSource[]): ByteSource[] {
  const joined: ByteSource[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [first, second] = [parts[i], parts[i + 1]];
    if (first !== undefined) joined.push(second === undefined ? first : concatSource(first, second));
  }
  return joined;
}

/** The source, and how much was read of it altogether and at once. */
function watched(inner: ByteSource): { source: ByteSource; read: { total: number; longest: number } } {
  const read = { total: 0, longest: 0 };
  const source: ByteSource = {
    size: inner.size,
    read: (offset, length) => {
      read.total += length;
      read.longest = Math.max(read.longest, length);
      return inner.read(offset, length);
    },
  };
  return { source, read };
}

describe("a file of a gigabyte and 5,000 pages", () => {
  it("is opened, listed and found sound from a twentieth of it, a window at a time", () => {
    const { source, read } = watched(largeSource("startxref"));
    const doc = openPdf(source);
    expect(source.size).toBeGreaterThan(1e9);
    expect(listPages(doc)).toHaveLength(pages);
    expect(listFields(doc)).toEqual([]);
    expect(normalisePdf(source)).toBeNull();
    expect(read.total).toBeLessThan(source.size / 20);
    expect(read.longest).toBeLessThan(300_000);
  });

  it("is mended without its streams being read, and written a megabyte at most at a time", { timeout: 60_000 }, () => {
    const { source, read } = watched(largeSource("startxerf"));
    const normalised = normalisePdf(source);
    expect(normalised?.repairs).toEqual(["cross-reference-rebuilt"]);
    expect(read.total).toBeLessThan(source.size / 10);
    let [written, longest] = [0, 0];
    for (const part of normalised?.parts ?? []) {
      written += part.length;
      longest = Math.max(longest, part.length);
      if (written > 100_000_000) break;
    }
    expect(written).toBeGreaterThan(100_000_000);
    expect(longest).toBeLessThanOrEqual(1024 * 1024);
  });
});
