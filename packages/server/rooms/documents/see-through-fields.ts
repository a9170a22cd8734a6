/**
 * Signers' fields hide nothing before they are filled in. What a signer writes comes after others have signed: had the field
 * covered a text until then, or did it from then on, they would have signed another page than everybody sees later.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { dictionaryOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { clearAppearances, withoutBackground } from "@siegel/kernel/pdf/appearance.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/pdf/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/** Takes backgrounds out of signers' prepared text fields, and how they show now where nothing is in them. */
export function seeThroughFields(update: PdfUpdate, signers: readonly IntakeSigner[]): void {
  for (const field of readFields(update)) {
    const isTheirs = signers.some(({ reference }) => isOwnField(field.name, reference));
    if (!isTheirs || fieldKind(update, field) !== "text") continue;
    for (const { ref } of field.widgets) withoutBackground(update, ref);
    if (isEmpty(update, field)) clearAppearances(update, shownWidgets(update, field));
  }
}

function isEmpty(update: PdfUpdate, field: FieldNode): boolean {
  return (textStringOf(update, field.attribute("V")) ?? "") === "";
}

/** Those that have an appearance; where there is none, nobody may draw one: a value is drawn by whoever writes it. */
function shownWidgets(update: PdfUpdate, { widgets }: FieldNode): FieldNode["widgets"][number]["ref"][] {
  return widgets.flatMap(({ ref }) => (dictionaryOf(update, ref).entries.has("AP") ? [ref] : []));
}
