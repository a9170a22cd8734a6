/** Files as people send them (fixtures/everyday): each is taken, and the sender is told only what they can act on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formOf } from "@siegel/kernel/forms/field-tree.ts";
import { hasOwnPicture } from "@siegel/kernel/forms/own-picture.ts";
import { catalogOf, dictionaryOf, itemsOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { taken } from "../../test/take-in.ts";
import { earlierSignatures, type NoticeKey, noticeOf } from "./intake-notices.ts";
import { unassignedNotices } from "./unassigned-fields.ts";

const folder = join(import.meta.dirname, "../../../../fixtures/everyday");
const read = (name: string): Buffer => readFileSync(join(folder, name));

/** What is told of each; of the others nothing. */
const told: Readonly<Record<string, readonly NoticeKey[]>> = {
  "annots-is-a-dictionary.pdf": ["repaired"],
  "formatted-values.pdf": ["active-content-removed"],
  "jspdf-open-action-twice.pdf": ["active-content-removed"],
  "certified-then-page-changed.pdf": ["certified"],
  "signed-elsewhere-layers.pdf": ["signed-layers"],
};
/** Fields that their sender gave to no signer. */
const unassignedIn: Readonly<Record<string, readonly string[]>> = {
  "libreoffice-form-export.pdf": ["unnamed2", "unnamed3"],
};
const isSigned = (name: string): boolean => /signed|certified/.test(name);

describe("files as people send them", () => {
  it.each(readdirSync(folder))("[T-041] [T-049] takes %s, and says no more than a sender can act on", async (name) => {
    const sent = read(name);
    const { prepared, notices, repaired } = await taken(sent);
    const earlier = isSigned(name) ? [earlierSignatures(1, "en")] : [];
    const unassigned = unassignedIn[name] ?? [];
    expect(notices).toEqual([
      ...earlier,
      ...(told[name] ?? []).map((key) => noticeOf(key, "en")),
      ...unassignedNotices(unassigned, [{ reference: "alice" }], "en"),
    ]);
    expect(notices.join(" ")).not.toMatch(/valid|stay as they are/);
    if (repaired.length === 0) expect(prepared.subarray(0, sent.length).equals(sent)).toBe(true);
  });

  it("[T-049] says the same in German", async () => {
    const { notices } = await taken(read("signed-then-page-changed.pdf"), { alice: [] }, { language: "de" });
    expect(notices).toEqual([
      "Diese Datei enthält schon 1 Unterschrift. Sie bleibt Byte für Byte erhalten; wir haben sie nicht geprüft.",
    ]);
  });

  it("removes an action that runs when the file is opened, also where its key stands twice", async () => {
    const { prepared } = await taken(read("jspdf-open-action-twice.pdf"));
    expect(catalogOf(openPdf(bytesSource(prepared))).entries.has("OpenAction")).toBe(false);
  });

  it("gives a highlight an appearance", async () => {
    const { prepared } = await taken(read("highlight-without-appearance.pdf"));
    const doc = openPdf(bytesSource(prepared));
    const annotations = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
    const [highlight] = annotations.map((item) => dictionaryOf(doc, item));
    expect(highlight && hasOwnPicture(doc, highlight)).toBe(true);
    expect(formOf(doc).entries.has("NeedAppearances")).toBe(false);
  });

  it.skipIf(!hasTools("pdftotext"))(
    "keeps formatted amounts and all lines of a list, and draws no password",
    async () => {
      const amounts = textOf((await taken(read("formatted-values.pdf"))).prepared);
      expect(amounts).toContain("1.234,50 €");
      expect(amounts).toBe(textOf(read("formatted-values.pdf")));
      const list = textOf((await taken(read("list-box.pdf"))).prepared);
      for (const line of ["Tarif A: 10 EUR", "Tarif B: 20 EUR", "Tarif C: 30 EUR"]) expect(list).toContain(line);
    },
  );
});
