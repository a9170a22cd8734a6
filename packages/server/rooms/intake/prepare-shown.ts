/**
 * A document that is shown and not signed. Nobody gets a field in it, and its signatures, where it has some, stay as they are. What is
 * mended in a document to sign is mended here too; one that needs nothing stays byte for byte what was sent.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { beginUpdate, type PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { IntakeTask } from "./intake-task.ts";
import { prepareUnsigned, refuseXfaOnly } from "./prepare-unsigned.ts";
import { keepSigned } from "./signed-files.ts";
import type { Fonts } from "./signers-fields.ts";

// Nothing is added, so it does not matter what its signatures permit.
const leftAlone = { isSigned: true, level: undefined, isLocked: () => false } as const;

/** `appended` goes behind it: nothing where it stays as it is. */
type Shown = {
  readonly ok: true;
  readonly pages: number;
  readonly notices: readonly string[];
  readonly fields: readonly [];
  readonly appended: Uint8Array;
};

/** Makes it ready to be shown. @throws PdfRefusal for what cannot be, and for a field that somebody would have to fill in */
export async function prepareShown(
  doc: PdfDocument,
  task: Pick<IntakeTask, "signers" | "identity" | "language">,
  fonts: Fonts,
): Promise<Shown> {
  const pages = listPages(doc);
  const existing = listFields(doc, pages);
  const isSigned = existing.some(({ signed }) => signed);
  refuseXfaOnly(doc);
  for (const { reference } of task.signers) {
    const asked = existing.find((field) => isOwnField(field.name, reference) && !field.readOnly && !field.signed);
    if (asked === undefined) continue;
    const name = storableLine(asked.name, 100);
    const why = `the field ${name} asks ${reference}, and this document is shown only`;
    throw new PdfRefusal("INVALID_REQUEST", why, { field: name });
  }
  const shown = { ok: true, pages: pages.length, fields: [] as const } as const;
  if (isSigned) {
    const notices = keepSigned(doc, pages, { signers: [], existing, constraints: leftAlone, language: task.language });
    return { ...shown, notices, appended: nothing };
  }
  const pending = beginUpdate(doc);
  let isMended = false;
  const update: PdfUpdate = {
    ...pending,
    put: (ref, object) => {
      isMended = true;
      pending.put(ref, object);
    },
  };
  const notices = await prepareUnsigned(update, { pages, signers: [], fonts, language: task.language });
  return { ...shown, notices, appended: isMended ? pending.finish({ id: task.identity }).bytes : nothing };
}

const nothing = new Uint8Array();
