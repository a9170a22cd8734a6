/** The fields of a page that belong to other signers or to no signer: their places and contents. */
import { ownerOf } from "./field-ownership.ts";
import { idPattern } from "./id-pattern.ts";

/** A field in one of its places: full name, [x0, y0, x1, y1] in PDF user space, and its text; "" if it has none. */
export type Widget = { readonly name: string; readonly rect: readonly number[]; readonly text: string };

/** Limit for the text of all fields of a page; text beyond it is not searched. */
const page_chars_max = 100_000;

/** The widgets among the annotations of a page as pdf.js lists them. */
export function widgetsAmong(annotations: readonly unknown[]): readonly Widget[] {
  let left = page_chars_max;
  return annotations.flatMap((annotation) => {
    const { subtype, fieldName, rect, ...held } = annotation as Record<string, unknown>;
    if (subtype !== "Widget" || typeof fieldName !== "string" || !Array.isArray(rect)) return [];
    const said = textHeld(held);
    const text = said.length > left ? "" : said;
    left -= text.length;
    return [{ name: fieldName, rect: rect.map(Number), text }];
  });
}

/** The text of a text field or choice (ISO 32000-2 §12.7.5.3, §12.7.5.4); of a chosen option its display name, not its export value. */
function textHeld({ fieldType, fieldValue, options, password }: Record<string, unknown>): string {
  if (password === true || (fieldType !== "Tx" && fieldType !== "Ch")) return "";
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === "string");
  const named = (Array.isArray(options) ? options : []) as readonly Record<string, unknown>[];
  return values
    .map((value) => String(named.find(({ exportValue }) => exportValue === value)?.displayValue ?? value))
    .join("\n");
}

/** The texts in fields that are not this signer's, with their places. */
export function filledBesides(
  widgets: readonly Widget[],
  signerId: string,
): ReadonlyArray<{ readonly rect: readonly number[]; readonly text: string }> {
  return widgets.flatMap(({ name, rect, text }) =>
    text === "" || rect[0] === rect[2] || ownerOf(name) === signerId ? [] : [{ rect, text }],
  );
}

/** Rectangles of other signers' fields; fields of no signer, or without a size, are left out. */
export function foreignRects(widgets: readonly Widget[], signerId: string): readonly (readonly number[])[] {
  return widgets.flatMap(({ name, rect }) => {
    const owner = ownerOf(name);
    if (owner === signerId || !idPattern.test(owner)) return [];
    return rect[0] === rect[2] ? [] : [rect]; // an invisible signature field has no size
  });
}
