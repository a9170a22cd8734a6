/** What intake makes of a document that is shown and not signed. */
import { describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../../../fixtures/corpus.ts";
import { formPdf, plainPdf } from "../../../../fixtures/documents.ts";
import { foreignSigned } from "../../../../fixtures/foreign-signature.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { intake, taken } from "../../test/take-in.ts";

const shown = { isSigned: false };

function withScript(): Uint8Array {
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
      contentStream("0 g"),
    ],
  });
}

describe("a document that is shown only", () => {
  it.each([
    ["a plain file", () => plainPdf()],
    // To be signed it would be refused: nothing may be added to it. Nothing is.
    ["one certified against any change", () => foreignSigned(plainPdf(), { certifies: 1 })],
  ])("%s stays byte for byte what was sent, without a field", async (_, make) => {
    const bytes = await make();
    const { rows, file, prepared, original } = await taken(bytes, { alice: [] }, shown);
    expect(prepared.equals(bytes)).toBe(true);
    expect(file).toMatchObject({ is_signed: false, intake_sha256: original.sha256, latest_number: 0, pages: 1 });
    expect(rows.file_revision).toHaveLength(1);
    expect(rows.file_field).toBeUndefined();
    // Shown to the signer all the same, who confirms it.
    expect(rows.file_signer).toHaveLength(1);
  });

  it("loses what acts like every other document, and both hashes are told", async () => {
    const { prepared, repaired, original, file } = await taken(withScript(), { alice: [] }, shown);
    expect(prepared.toString("latin1")).not.toContain("JavaScript");
    expect(repaired).toMatchObject([{ original: original.sha256, prepared: file.intake_sha256 }]);
  });

  it("is refused where a field in it asks one of the signers", async () => {
    const refused = await intake(formPdf(), { alice: [] }, shown);
    expect(refused).toMatchObject({ ok: false, code: "INVALID_REQUEST", message: expect.stringContaining("alice.") });
    expect((await intake(formPdf(), { bob: [] }, shown)).ok).toBe(true);
  });

  it("is refused where scripts stand in what somebody has signed", async () => {
    const refused = await intake(await foreignSigned(withScript(), {}), { alice: [] }, shown);
    expect(refused).toMatchObject({ ok: false, code: "FILE_SCRIPTS_SIGNED" });
  });
});

describe.skipIf(!hasCorpus)(titledByCorpus("real files that are shown only"), () => {
  it("stay as they were sent, most of them, and whoever sent the others is told", { timeout: 120_000 }, async () => {
    let [asSent, mended] = [0, 0];
    for (const { file } of listCorpus()) {
      const bytes = readCorpusFile(file);
      const result = await intake(bytes, { alice: [] }, shown);
      if (!result.ok) continue;
      if (result.prepared.equals(bytes)) asSent += 1;
      else mended += 1;
    }
    expect(asSent).toBeGreaterThan(mended);
  });
});
