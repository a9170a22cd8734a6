/** Forms of many makers, given to one signer and filled in: what is entered stands in the file, and shows. */

import { formOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { dictionaryOf, itemsOf, nameOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { type ByteSource, bytesSource, concatSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfText, textOfName, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { openPdf, type PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../../../fixtures/corpus.ts";
import { fillFields } from "../../../../fixtures/fill-fields.ts";
import { monospaceShaper } from "../../../../fixtures/monospace-shaper.ts";
import { someEntry } from "../../../../fixtures/some-entry.ts";
import { shaper } from "../../test/shaper.ts";
import { idOf } from "../../test/take-in.ts";
import { type Field, fitsField, isTick, prepareDocument } from "../intake/intake.ts";
import { checkValue } from "./documents-rules.ts";

const alice = idOf("alice");
const id = new Uint8Array(16);

/** The form with all its fields below `alice`; null where it has none that can be given away so. */
function given(bytes: Uint8Array): Uint8Array | null {
  const update = beginUpdate(openPdf(bytesSource(bytes)));
  const fields = itemsOf(update, formOf(update).entries.get("Fields"));
  for (const field of fields) {
    if (field.kind !== "ref") return null;
    const dict = dictionaryOf(update, field);
    const name = textStringOf(update, dict.entries.get("T"));
    if (name !== undefined) update.put(field, withEntries(dict, { T: pdfText(`alice.${name}`) }));
  }
  return fields.length === 0 ? null : Buffer.concat([bytes, update.finish({ id }).bytes]);
}

async function prepared(bytes: Uint8Array) {
  let base = bytesSource(bytes);
  const signers = [{ signerId: alice, reference: "alice", label: "Alice", fields: [] }];
  const task = {
    fileId: "f" as never,
    signers,
    limits: { fileBytesMax: 1e8, pagesMax: 5_000 },
    identity: id,
    language: "en" as const,
    isSigned: true,
    marks: { mark: "none" } as const,
  };
  const rewrite = (parts: Iterable<Uint8Array>): ByteSource => {
    base = bytesSource(Buffer.concat([...parts]));
    return base;
  };
  const result = await prepareDocument(base, task, { rewrite, fonts: async () => monospaceShaper });
  return result.ok ? { ...result, whole: concatSource(base, bytesSource(result.appended)) } : result;
}

const entryOf = (field: Field): string => someEntry(field, "7".repeat(Math.min(3, field.charsMax ?? 3)));

describe.skipIf(!hasCorpus)(titledByCorpus("forms of other makers"), () => {
  const forms = listCorpus().filter(({ category }) => category.startsWith("form"));

  it("are filled in field by field, and every tick shows where its state stands", { timeout: 120_000 }, async () => {
    const counted = new Map<string, number>();
    const refused: string[] = [];
    for (const { file } of forms) {
      const bytes = unlessRefused(() => given(readCorpusFile(file)));
      const made = bytes && (await prepared(bytes));
      if (made === null || made === undefined) continue;
      if (!made.ok) {
        refused.push(`${file} ${made.code}`);
        continue;
      }
      const fillable = made.fields.filter(({ kind }) => kind !== "signature");
      for (const { kind } of fillable) counted.set(kind, (counted.get(kind) ?? 0) + 1);
      for (const field of fillable.filter((each) => !isTick(each)))
        expect(fitsField(shaper, field, entryOf(field)), `${file} ${field.fullName}`).toBe(true);
      const values = new Map(fillable.map((field) => [field.fullName, entryOf(field)]));
      for (const field of fillable) {
        const typed = { name: field.fullName, value: entryOf(field), signerId: alice };
        expect(checkValue(typed, field), `${file} ${field.fullName}`).toEqual({ ok: true, value: entryOf(field) });
      }
      const update = beginUpdate(openPdf(made.whole));
      fillFields(update, { values, shaper: monospaceShaper });
      const doc = openPdf(concatSource(made.whole, bytesSource(update.finish({ id }).bytes)));
      const held = new Map(listFields(doc).map(({ name, value }) => [name, value]));
      for (const [name, value] of values) expect(held.get(name), `${file} ${name}`).toBe(value);
      const shown = Map.groupBy(statesIn(doc), ({ name }) => name);
      for (const { fullName } of fillable.filter(isTick))
        expect(
          shown.get(fullName)?.map(({ state }) => state),
          `${file} ${fullName}`,
        ).toContain(values.get(fullName));
    }
    expect(refused).toEqual(["form/pdfbox__ControlCharacters.pdf FIELD_VALUE_INVALID"]);
    expect(Object.fromEntries(counted)).toEqual({ text: 1384, checkbox: 237, radio: 22, choice: 28 });
  });
});

/** The states that widgets show, by the names of their fields. */
function statesIn(doc: PdfDocument): { name: string; state: string }[] {
  return readFields(doc).flatMap(({ name, widgets }) =>
    widgets.flatMap(({ dict }) => {
      const state = nameOf(doc, dict.entries.get("AS"));
      return state === undefined ? [] : [{ name, state: textOfName(state) }];
    }),
  );
}

function unlessRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof PdfRefusal) return null;
    throw fault;
  }
}
