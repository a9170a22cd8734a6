import { signatureCopyName } from "@siegel/kernel/forms/add-fields.ts";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { archivalPdf } from "../../../../fixtures/archival.ts";
import { formPdf, manyPagesPdf, plainPdf, rotatedPdf } from "../../../../fixtures/documents.ts";
import { foreignSigned } from "../../../../fixtures/foreign-signature.ts";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { idOf, intake, type Row, taken, type Wishes } from "../../test/take-in.ts";
import { noticeOf, refusalSentences } from "./intake-notices.ts";

const nameOf = (row: Row) => row.full_name;

const text: Wishes[string][number] = { kind: "text", page: 1, rect: [10, 20, 100, 30] };

describe("intakeDocuments", () => {
  it("[S-102] keeps the original and appends one revision with a signature field for every signer", async () => {
    const bytes = plainPdf();
    const { rows, file, original, prepared } = await taken(bytes, { alice: [], bob: [] });
    expect(prepared.subarray(0, bytes.length)).toEqual(Buffer.from(bytes));
    expect(file).toMatchObject({
      pages: 1,
      original_sha256: original.sha256,
      original_size: bytes.length,
      latest_number: 1,
    });
    expect(rows.file_revision).toMatchObject([
      { number: 0, sha256: original.sha256, base_sha256: null, cause: "original" },
      { number: 1, sha256: file.latest_sha256, base_sha256: original.sha256, cause: "intake" },
    ]);
    expect(rows.file_field?.map(nameOf)).toEqual([`Sig_${idOf("alice")}`, `Sig_${idOf("bob")}`]);
    expect(rows.file_field).toMatchObject([
      { page: 1, rect: [72, 40, 272, 92], kind: "signature" },
      { page: 1, rect: [288, 40, 488, 92] },
    ]);
    expect(
      listFields(openPdf(bytesSource(prepared))).map(({ name, kind, signed }) => ({ name, kind, signed })),
    ).toEqual([
      { name: `Sig_${idOf("alice")}`, kind: "signature", signed: false },
      { name: `Sig_${idOf("bob")}`, kind: "signature", signed: false },
    ]);
  });

  it("[T-047] gives a signer one signature for several places, with states for PDF/A, and one place where somebody has signed", async () => {
    const alice = [40, 80].map((y) => ({ kind: "signature", page: 1, rect: [10, y, 100, 30] }) as const);
    const wishes: Wishes = { alice: alice.map((one) => ({ ...one, rect: [...one.rect] })) };
    const { rows, prepared } = await taken(plainPdf(), wishes);
    expect(rows.file_field?.map(nameOf)).toEqual([`Sig_${idOf("alice")}`, `Sig_${idOf("alice")}`]);
    const copy = signatureCopyName(idOf("alice"), 2);
    const found = listFields(openPdf(bytesSource(prepared))).find(({ name }) => name === copy);
    expect(found).toMatchObject({ kind: "button", readOnly: true, places: [{ page: 1, rect: [10, 80, 100, 30] }] });
    const archived = Buffer.from((await taken(archivalPdf(), wishes)).prepared).toString("latin1");
    expect(archived).toMatch(/\/AS ?\/Shown\b/);

    const signed = await taken(await foreignSigned(plainPdf(), {}), wishes);
    expect(signed.rows.file_field?.map(nameOf)).toEqual([`Sig_${idOf("alice")}`]);
    expect(signed.notices.join()).toContain("The signature of alice shows at its first place only");
  });

  it("[S-096] gives prepared fields to the signer of exactly that reference", async () => {
    const { rows, notices } = await taken(formPdf(), { alice: [], alice2: [] });
    const fields = rows.file_field ?? [];
    const of = (reference: string) => fields.filter((row) => row.signer_id === idOf(reference) && row.kind === "text");
    expect(of("alice").map(nameOf)).toEqual([`${idOf("alice")}.name`, `${idOf("alice")}.city`]);
    expect(of("alice2").map(nameOf)).toEqual([`${idOf("alice2")}.city`]);
    expect(of("alice")[0]).toMatchObject({
      required: true,
      multiline: false,
      chars_max: 40,
      label: "Name",
      page: 1,
      rect: [72, 600, 272, 620],
    });
    // The colour field belongs to no signer; its value is chosen and had no picture.
    expect(notices).toEqual([noticeOf("drawn", "en"), expect.stringContaining("“notes”, “code”")]);
  });

  it("saves no attachment as a document of its own, though the one it belongs to is missing", async () => {
    await expect(taken(plainPdf(), { alice: [] }, { attachmentOf: "contract.pdf" })).rejects.toThrow(
      "a.pdf belongs to contract.pdf, which was not taken in",
    );
  });

  it("places text and signature as the sender sees the page, whatever its rotation and unit", async () => {
    const wishes: Wishes = {
      alice: [
        { kind: "text", page: 1, rect: [10, 20, 100, 30], name: "city", required: true },
        { kind: "signature", page: 1, rect: [10, 100, 100, 40] },
      ],
    };
    const upright = await taken(rotatedPdf(0), wishes);
    expect(upright.rows.file_field).toMatchObject([
      { full_name: `${idOf("alice")}.city`, label: "city", required: true, page: 1, rect: [30, 550, 130, 580] },
      { full_name: `Sig_${idOf("alice")}`, label: "Ada Berg", page: 1, rect: [30, 460, 130, 500] },
    ]);
    const turned = await taken(rotatedPdf(90), wishes);
    // A page turned clockwise by 90°: its shown top left is the lower left of user space.
    expect(turned.rows.file_field?.[0]).toMatchObject({ rect: [40, 40, 70, 140] });
  });

  it("names fields that have no name, without meeting another", async () => {
    const { rows } = await taken(plainPdf(), {
      alice: [text, { ...text, name: "text_1", rect: [10, 60, 100, 30] }, { ...text, rect: [10, 90, 100, 30] }],
    });
    expect(rows.file_field?.map((row) => row.label).toSorted()).toEqual(["Ada Berg", "text_1", "text_2", "text_3"]);
  });

  it.each<[string, Uint8Array, string, Wishes | undefined]>([
    ["no PDF", Buffer.from("GIF89a"), "FILE_NOT_A_PDF", undefined],
    ["nothing", new Uint8Array(), "FILE_NOT_A_PDF", undefined],
    ["a header and nothing else", Buffer.from("%PDF-1.7\n"), "FILE_BROKEN", undefined],
    ["a PDF cut before its first page", plainPdf().subarray(0, 150), "FILE_BROKEN", undefined],
    [
      "an encrypted one",
      makePdf({
        objects: [
          "<< /Type /Catalog /Pages 2 0 R >>",
          "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 9 9] >>",
          "<< /Type /Page /Parent 2 0 R >>",
          "<< /Filter /Standard >>",
        ],
        trailer: "/Encrypt 4 0 R",
      }),
      "FILE_ENCRYPTED",
      undefined,
    ],
    [
      "two fields of one name",
      plainPdf(),
      "INVALID_REQUEST",
      {
        alice: [
          { ...text, name: "a" },
          { ...text, name: "a" },
        ],
      },
    ],
  ])("refuses %s", async (_what, bytes, code, wishes) => {
    const result = await intake(bytes, wishes);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? "" : result.message).toMatch(/^a\.pdf: [A-Z].*\. \(.+\)$/);
  });

  it("refuses fields that no page holds: each by its path in the request, with what its document has", async () => {
    const wishes: Wishes = {
      alice: [{ ...text, page: 99 }, text],
      bob: [
        { ...text, rect: [10, 830, 100, 30] },
        { ...text, kind: "signature", rect: [1000, 10, 100, 30] },
      ],
    };
    const result = await intake(manyPagesPdf(3), wishes);
    expect(result).toMatchObject({ ok: false, code: "FIELD_OUTSIDE_PAGE" });
    const outside = "this lies outside page 1 of a.pdf, which is 595 by 842 points; move the field onto the page";
    expect(result.ok ? [] : result.messages).toEqual([
      "signers.0.fields.0.page: a.pdf has no page 99; give a page from 1 to 3",
      `signers.1.fields.0.rect: ${outside}`,
      `signers.1.fields.1.rect: ${outside}`,
    ]);
    const german = await intake(plainPdf(), { alice: [{ ...text, page: 2 }] }, { language: "de" });
    expect(german.ok ? [] : german.messages).toEqual([
      "signers.0.fields.0.page: a.pdf hat keine Seite 2; geben Sie Seite 1 an",
    ]);
  });

  it("refuses what is over the configured limits", async () => {
    expect(await intake(manyPagesPdf(11), undefined, { limits: { fileBytesMax: 1e6, pagesMax: 10 } })).toMatchObject({
      code: "FILE_TOO_MANY_PAGES",
    });
    expect(await intake(manyPagesPdf(10), undefined, { limits: { fileBytesMax: 1e6, pagesMax: 10 } })).toMatchObject({
      ok: true,
    });
    expect(await intake(plainPdf(), undefined, { limits: { fileBytesMax: 500, pagesMax: 10 } })).toMatchObject({
      code: "FILE_TOO_LARGE",
    });
  });

  it("ends with an answer for any damage", async () => {
    const bytes = formPdf();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        async (at, byte, cut) => {
          const damaged = cut
            ? bytes.slice(0, at)
            : Uint8Array.from(bytes, (value, index) => (index === at ? byte : value));
          const result = await intake(damaged);
          // A changed byte may also hit what a field is called or holds: any refusal with a sentence is an answer.
          if (!result.ok) expect(Object.keys(refusalSentences.en)).toContain(result.code);
        },
      ),
      { numRuns: 60 },
    );
  });
});
