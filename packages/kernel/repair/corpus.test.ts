import { describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../../fixtures/corpus.ts";
import { corpusOutcomes } from "../../../fixtures/corpus-outcomes.ts";
import { listFields } from "../forms/form-fields.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { normalisePdf } from "./normalise.ts";

/** What becomes of a file, and the pages it has then. */
function takeIn(bytes: Uint8Array): { readonly outcome: string; readonly pages: number | null } {
  try {
    const normalised = normalisePdf(bytesSource(bytes));
    const taken = normalised === null ? bytes : Buffer.concat([...normalised.parts]);
    const doc = openPdf(bytesSource(taken));
    const pages = listPages(doc);
    listFields(doc, pages);
    return { outcome: normalised?.repairs.join(" ") ?? "sound", pages: pages.length };
  } catch (error) {
    if (error instanceof PdfRefusal) return { outcome: error.code, pages: null };
    throw error;
  }
}

describe.skipIf(!hasCorpus)(titledByCorpus("real files of many makers"), () => {
  it.each(listCorpus())("$file is sound, mended or refused as its reason says", ({ file, pages }) => {
    const expected = corpusOutcomes[file];
    const taken = takeIn(readCorpusFile(file));
    const wanted = expected === undefined ? "sound" : "code" in expected ? expected.code : expected.repairs;
    expect(taken.outcome).toBe(wanted);
    if (taken.pages !== null && pages !== null) expect(taken.pages).toBe(pages);
  });

  it("names no outcome of a file that is not there", () => {
    const files = new Set(listCorpus().map(({ file }) => file));
    expect(Object.keys(corpusOutcomes).filter((file) => !files.has(file))).toEqual([]);
  });
});
