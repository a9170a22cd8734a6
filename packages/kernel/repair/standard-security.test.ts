import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { formPdf } from "../../../fixtures/documents.ts";
import { contentStream, makePdf } from "../../../fixtures/make-pdf.ts";
import { mend } from "../../../fixtures/mend.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../fixtures/outside-tool.ts";
import { edited, seenIn, source } from "../../../fixtures/seen-in.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { normalisePdf } from "./normalise.ts";
import { rc4 } from "./rc4.ts";

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

describe("a lock whose filter asks for a longer key than there is", () => {
  const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

  /** Revision 2 gives a key of 40 bits (§7.6.4.3.2), which the standard does not pair with version 4. */
  function lockedShort(method: string): Uint8Array {
    const [owner, id] = [Buffer.alloc(32, 7), Buffer.from("00112233445566778899aabbccddeeff", "hex")];
    const key = createHash("md5")
      .update(Buffer.concat([padding, owner, Buffer.alloc(4), id]))
      .digest()
      .subarray(0, 5);
    const user = Buffer.from(rc4(key, padding));
    const filters = `/CF << /A << /CFM /${method} >> >> /StmF /A /StrF /A`;
    const entries = `/Filter /Standard /V 4 /R 2 /P 0 /O <${owner.toString("hex")}> /U <${user.toString("hex")}>`;
    return makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /Title (locked) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 9 9] >>",
        "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
        contentStream("0 0 m 9 9 l S 0 0 m 9 9 l S 0 0 m 9 9 l S"),
        `<< ${entries} ${filters} >>`,
      ],
      trailer: "/Encrypt 5 0 R",
    });
  }

  it.each(["AESV2", "AESV3"])("is FILE_ENCRYPTED with %s, not a fault of ours", (method) => {
    expect(() => normalisePdf(bytesSource(lockedShort(method)))).toThrow(
      expect.objectContaining({ name: PdfRefusal.name, code: "FILE_ENCRYPTED" }),
    );
  });

  it("is taken off with RC4, which takes a key of any length", () => {
    expect(mend(lockedShort("V2")).repairs).toEqual(["decrypted"]);
  });
});
