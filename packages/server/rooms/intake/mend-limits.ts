/**
 * How many characters a prepared field takes (/MaxLen, ISO 32000-2 §12.7.5.3), where the file says what cannot be: once the
 * field was filled in by its own author, a signature that writes its value again must not fail on the author's limit.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { maxLengthOf } from "@siegel/kernel/forms/form-fields.ts";
import { dictionaryOf, numberOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfNumber, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/** Raises the limits of signers' text fields to what they hold already; answers what the sender is told. */
export function mendLimits(update: PdfUpdate, signers: readonly IntakeSigner[], language: Language): string[] {
  return readFields(update).flatMap((field) => {
    const isTheirs = signers.some(({ reference }) => isOwnField(field.name, reference));
    return isTheirs && fieldKind(update, field) === "text" ? mendLimit(update, field, language) : [];
  });
}

function mendLimit(update: PdfUpdate, field: FieldNode, language: Language): string[] {
  const shown = storableLine(field.name, 100);
  const stated = numberOf(update, field.attribute("MaxLen"));
  const limit = maxLengthOf(update, field);
  if (limit === undefined) {
    if (stated === undefined) return [];
    return language === "de"
      ? [`Das Feld ${shown} hat keine brauchbare Höchstzahl an Zeichen (${stated}): Sie wird nicht beachtet.`]
      : [`The field ${shown} has no usable limit of characters (${stated}): it is ignored.`];
  }
  const length = (textStringOf(update, field.attribute("V")) ?? "").length;
  if (length <= limit) return [];
  update.put(field.ref, withEntries(dictionaryOf(update, field.ref), { MaxLen: pdfNumber(length) }));
  return language === "de"
    ? [`Das Feld ${shown} enthält mehr als die ${limit} Zeichen, die es fasst: Es fasst jetzt ${length}.`]
    : [`The field ${shown} holds more than the ${limit} characters it takes: it now takes ${length}.`];
}
