/** Where on a page others may write: fields of another signer, empty or not. */
import { ownerOf } from "./field-ownership.ts";
import { idPattern } from "./id-pattern.ts";

/** A field in one of its places: its full name, and [x0, y0, x1, y1] in PDF user space. */
export type Widget = { readonly name: string; readonly rect: readonly number[] };

/** The widgets among the annotations of a page as pdf.js lists them. */
export function widgetsAmong(annotations: readonly unknown[]): readonly Widget[] {
  return annotations.flatMap((annotation) => {
    const { subtype, fieldName, rect } = annotation as Record<string, unknown>;
    if (subtype !== "Widget" || typeof fieldName !== "string" || !Array.isArray(rect)) return [];
    return [{ name: fieldName, rect: rect.map(Number) }];
  });
}

/** Rectangles of the fields of signers other than this one; what belongs to nobody, or has no size, is left out. */
export function foreignRects(widgets: readonly Widget[], signerId: string): readonly (readonly number[])[] {
  return widgets.flatMap(({ name, rect }) => {
    const owner = ownerOf(name);
    if (owner === signerId || !idPattern.test(owner)) return [];
    return rect[0] === rect[2] ? [] : [rect]; // an invisible signature field has no size
  });
}
