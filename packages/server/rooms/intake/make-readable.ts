/**
 * What is entered into a field can be read by everybody. How it is drawn here is one thing (kernel/forms/default-appearance.ts); viewers
 * that set a field's text themselves go by what the field asks for, which an author may have made white, tiny, or a row of dots.
 */

import { widgetSize } from "@siegel/kernel/forms/appearance.ts";
import { mendedDefaults } from "@siegel/kernel/forms/default-appearance.ts";
import { type FieldNode, fieldKind } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfBytes, withEntries } from "@siegel/kernel/pdf/objects.ts";

/** For a signer's field in an unsigned file: a text in characters, of a colour and a size that can be read. */
export function makeReadable(update: PdfUpdate, field: FieldNode): void {
  const kind = fieldKind(update, field);
  if (kind !== "text" && kind !== "choice") return;
  for (const { ref } of field.widgets) {
    const widget = dictionaryOf(update, ref);
    const defaults = update.resolve(widget.entries.get("DA")) ?? field.attribute("DA");
    const mended = mendedDefaults(defaults, widgetSize(update, widget).height);
    if (mended !== undefined) update.put(ref, withEntries(widget, { DA: pdfBytes(Buffer.from(mended, "latin1")) }));
  }
}
