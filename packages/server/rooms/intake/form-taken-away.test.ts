/** A signed file from whose catalog a later revision took the form: its signature stands on its page only, and counts all the same. */
import { dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfObject, pdfDict, pdfName, pdfText, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { type Forbids, foreignSigned } from "../../../../fixtures/foreign-signature.ts";
import { intake, taken } from "../../test/take-in.ts";
import { earlierSignatures, noticeOf } from "./intake-notices.ts";

/** Such a file; `more` goes into its new catalog. */
async function withoutForm(forbids: Forbids = {}, more: Record<string, PdfObject> = {}): Promise<Buffer> {
  const signed = await foreignSigned(plainPdf(), forbids);
  const update = beginUpdate(openPdf(bytesSource(signed)));
  const catalog = dictionaryOf(update, update.root);
  update.put(update.root, withEntries(catalog, { AcroForm: undefined, Perms: undefined, ...more }));
  return Buffer.concat([signed, update.finish({ id: new Uint8Array(16) }).bytes]);
}

const script = pdfDict({ S: pdfName("JavaScript"), JS: pdfText("app.alert(1)") });

describe("a signature that no form leads to", () => {
  it.each([true, false])("is told, counted, and kept byte by byte (to sign: %s)", async (isSigned) => {
    const sent = await withoutForm();
    const { prepared, notices, repaired, file } = await taken(sent, { alice: [] }, { isSigned });
    expect(notices).toEqual([earlierSignatures(1, "en")]);
    expect(file.earlier_signatures).toBe(1);
    expect(repaired).toEqual([]);
    expect(prepared.subarray(0, sent.length).equals(sent)).toBe(true);
  });

  it("is told in German", async () => {
    const { notices } = await taken(await withoutForm(), { alice: [] }, { language: "de" });
    expect(notices).toEqual([earlierSignatures(1, "de")]);
  });

  it("protects a script, so that the file is refused", async () => {
    const sent = await withoutForm({}, { OpenAction: script });
    expect(await intake(sent)).toMatchObject({ ok: false, code: "FILE_SCRIPTS_SIGNED" });
    expect(await intake(sent, { alice: [] }, { isSigned: false })).toMatchObject({ code: "FILE_SCRIPTS_SIGNED" });
  });

  it("certifies against any change", async () => {
    expect(await intake(await withoutForm({ certifies: 1 }))).toMatchObject({ ok: false, code: "FILE_CERTIFIED" });
  });

  it("certifies at a level at which signatures may be added, invisibly", async () => {
    const { notices } = await taken(await withoutForm({ certifies: 2 }));
    expect(notices).toEqual([earlierSignatures(1, "en"), noticeOf("certified", "en")]);
  });

  it("locks what it locks", async () => {
    const all = { action: "All" } as const;
    expect(await intake(await withoutForm({ locks: all }))).toMatchObject({ ok: false, code: "FILE_CERTIFIED" });
    const { notices } = await taken(await withoutForm({ locks: { action: "Include", fields: ["x"], level: 2 } }));
    expect(notices).toEqual([earlierSignatures(1, "en"), noticeOf("locked-visible", "en")]);
  });

  it("lets nobody place a field to fill in", async () => {
    const answer = await intake(await withoutForm(), { alice: [{ kind: "text", page: 1, rect: [72, 72, 200, 20] }] });
    expect(answer).toMatchObject({ ok: false, code: "INVALID_REQUEST" });
  });
});
