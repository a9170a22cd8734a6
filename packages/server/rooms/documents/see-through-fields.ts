/**
 * Signers' fields hide nothing before they are filled in. What a signer writes comes after others have signed: had the field
 * covered a text until then, or did it from then on, they would have signed another page than everybody sees later.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { dictionaryOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { clearAppearances, showOnlyText, withoutBackground } from "@siegel/kernel/pdf/appearance.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/pdf/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/** Leaves of how signers' prepared text fields show a frame, and the text of those that hold something. */
export function seeThroughFields(update: PdfUpdate, signers: readonly IntakeSigner[]): void {
  for (const field of readFields(update)) {
    const isTheirs = signers.some(({ reference }) => isOwnField(field.name, reference));
    if (!isTheirs || fieldKind(update, field) !== "text") continue;
    for (const { ref } of field.widgets) withoutBackground(update, ref);
    const shown = shownWidgets(update, field);
    if (isEmpty(update, field)) clearAppearances(update, shown);
    else for (const ref of shown) showOnlyText(update, ref);
  }
}

function isEmpty(update: PdfUpdate, field: FieldNode): boolean {
  return (textStringOf(update, field.attribute("V")) ?? "") === "";
}

/** Those that have an appearance; where there is none, nobody may draw one: a value is drawn by whoever writes it. */
function shownWidgets(update: PdfUpdate, { widgets }: FieldNode): FieldNode["widgets"][number]["ref"][] {
  return widgets.flatMap(({ ref }) => (dictionaryOf(update, ref).entries.has("AP") ? [ref] : []));
}
