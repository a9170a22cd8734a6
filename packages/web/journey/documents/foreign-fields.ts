/** Where on a page others may write: fields of another signer, empty or not, as pdf.js lists annotations. */
import { idPattern } from "@siegel/contract/id-pattern.ts";

/** Rectangles of the fields of other signers; what belongs to nobody, or has no size, is left out. */
export function foreignRects(
  annotations: readonly unknown[],
  own: ReadonlySet<string>,
): readonly (readonly number[])[] {
  return annotations.flatMap((annotation) => {
    const { subtype, fieldName, rect } = annotation as Record<string, unknown>;
    if (subtype !== "Widget" || typeof fieldName !== "string" || own.has(fieldName) || !isSigners(fieldName)) return [];
    if (!Array.isArray(rect) || rect[0] === rect[2]) return []; // an invisible signature field has no size
    return [rect.map(Number)];
  });
}

/** `<signer id>.<name>`, or the one signature field of a signer: everything else is locked by the signatures. */
function isSigners(fieldName: string): boolean {
  const [first = "", ...rest] = fieldName.split(".");
  const owner = rest.length === 0 && first.startsWith("Sig_") ? first.slice(4) : rest.length === 0 ? "" : first;
  return idPattern.test(owner);
}
