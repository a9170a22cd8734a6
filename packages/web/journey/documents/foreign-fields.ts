/** Where on a page others may write: fields of another signer, empty or not, as pdf.js lists annotations. */
import { ownerOf } from "@siegel/contract/field-ownership.ts";
import { idPattern } from "@siegel/contract/id-pattern.ts";

/** Rectangles of the fields of signers other than this one; what belongs to nobody, or has no size, is left out. */
export function foreignRects(annotations: readonly unknown[], signerId: string): readonly (readonly number[])[] {
  return annotations.flatMap((annotation) => {
    const { subtype, fieldName, rect } = annotation as Record<string, unknown>;
    if (subtype !== "Widget" || typeof fieldName !== "string") return [];
    const owner = ownerOf(fieldName);
    if (owner === signerId || !idPattern.test(owner)) return [];
    if (!Array.isArray(rect) || rect[0] === rect[2]) return []; // an invisible signature field has no size
    return [rect.map(Number)];
  });
}
