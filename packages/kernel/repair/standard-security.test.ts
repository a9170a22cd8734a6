import { describe, expect, it } from "vitest";
import { formPdf } from "../../../fixtures/documents.ts";
import { mend } from "../../../fixtures/mend.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../fixtures/outside-tool.ts";
import { edited, seenIn, source } from "../../../fixtures/seen-in.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { normalisePdf } from "./normalise.ts";

const ways: readonly (readonly [name: string, args: readonly string[]])[] = [
  ["RC4 of 40 bits", ["40", "--allow-weak-crypto"]],
  ["RC4 of 128 bits", ["128", "--use-aes=n", "--allow-weak-crypto"]],
  ["RC4 of 128 bits as a crypt filter", ["128", "--use-aes=n", "--force-V4", "--allow-weak-crypto"]],
  ["AES of 128 bits", ["128", "--use-aes=y", "--allow-weak-crypto"]],
  ["AES of 128 bits, metadata in the clear", ["128", "--use-aes=y", "--cleartext-metadata", "--allow-weak-crypto"]],
  ["AES of 256 bits, revision 5", ["256", "--force-R5", "--allow-weak-crypto"]],
  ["AES of 256 bits, revision 6", ["256"]],
  ["AES of 256 bits, metadata in the clear", ["256", "--cleartext-metadata"]],
];

describe.skipIf(!hasTools("qpdf"))("a file its owner locked (needs qpdf)", () => {
  const metadata = "<< /Type /Metadata /Subtype /XML /Length 8 >>\nstream\n<x>ä</x>\nendstream";
  const form = edited(
    edited(formPdf(), "/AcroForm 6 0 R", "/AcroForm 6 0 R /Metadata 17 0 R"),
    "xref\n0 17",
    `17 0 obj\n${metadata}\nendobj\nxref\n0 17`,
  );
  const original = mend(form).bytes;
  const seen = seenIn(openPdf(bytesSource(original)));
  const lock = (user: string, args: readonly string[], streams: string): Uint8Array =>
    inFolderOf({ "in.pdf": original }, (folder) => {
      const [bits = "", ...rest] = args;
      const own = rest.filter((arg) => arg !== "--allow-weak-crypto");
      const weak = rest.filter((arg) => arg === "--allow-weak-crypto");
      const how = ["--encrypt", user, "owner", bits, ...own, "--"];
      const run = runToolIn(folder, "qpdf", ...weak, `--object-streams=${streams}`, ...how, "in.pdf", "out.pdf");
      expect(run.out).toBe("");
      return runToolIn(folder, "cat", "out.pdf").bytes;
    });

  it.each(ways)("with %s opens for everybody: the same pages, fields and metadata in the clear", (_name, args) => {
    for (const streams of ["disable", "generate"]) {
      const bytes = lock("", args, streams);
      expect(() => openPdf(bytesSource(bytes))).toThrow(expect.objectContaining({ code: "FILE_ENCRYPTED" }));
      const { repairs, doc } = mend(bytes);
      expect(repairs).toEqual(["decrypted"]);
      expect(seenIn(doc)).toEqual(seen);
      const catalog = doc.resolve(doc.root);
      const found = catalog?.kind === "dict" ? doc.resolve(catalog.entries.get("Metadata")) : undefined;
      expect(found?.kind === "stream" && source(doc.decodeStream(found))).toBe("<x>ä</x>");
    }
  });

  it.each(ways)("with %s can be damaged too", (_name, args) => {
    const { repairs, doc } = mend(edited(lock("", args, "generate"), /startxref\n\d+/, "startxref\n7"));
    expect(repairs).toEqual(["cross-reference-rebuilt", "decrypted"]);
    expect(seenIn(doc)).toEqual(seen);
  });

  it.each(ways)("with %s and a password for its readers is refused", (_name, args) => {
    const bytes = lock("reader", args, "disable");
    expect(() => normalisePdf(bytesSource(bytes))).toThrow(expect.objectContaining({ code: "FILE_ENCRYPTED" }));
  });
});
