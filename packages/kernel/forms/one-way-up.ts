/**
 * A field is read from the form down, or from a widget up by its /Parent (ISO 32000-2 §12.7.4.1): both ways lead to one field with one
 * value. What says otherwise, pdf.js shows as another field or another value than who reads from the form.
 */
import { dictionaryOf, itemsOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, sameRef, withEntries } from "../pdf/objects.ts";
import { rootFields } from "./field-tree.ts";

/** What is a field's to say (§12.7.4.1 table 226; §12.7.5.3 MaxLen, §12.7.5.2.3 Opt); DA and Q are a widget's too (§12.7.4.3). */
const ofFields = ["FT", "Ff", "V", "DV", "MaxLen", "Opt"];

/** A node and the one whose kid it is; `isWidget`: that one is its field. */
type Way = { readonly ref: PdfRef; readonly dict: PdfDict; readonly parent: PdfRef; readonly isWidget: boolean };

/**
 * Gives each node below another that one as its /Parent, and leaves what is a field's to say to the field: what only a widget
 * says becomes its field's. Of a file that nobody has signed. Answers whether readers would have differed.
 */
export function leadOneWayUp(update: PdfUpdate): boolean {
  let differed = false;
  for (const way of waysUp(update)) {
    differed ||= differs(update, way);
    const own = dictionaryOf(update, way.ref);
    const moved = way.isWidget ? ofFields.filter((key) => own.entries.has(key)) : [];
    const field = dictionaryOf(update, way.parent);
    const lacked = moved.filter((key) => attributeOf(update, way.parent, key) === undefined);
    if (lacked.length > 0)
      update.put(way.parent, withEntries(field, Object.fromEntries(lacked.map((key) => [key, own.entries.get(key)]))));
    if (moved.length > 0 || !sameRef(own.entries.get("Parent"), way.parent))
      update.put(
        way.ref,
        withEntries(own, { ...Object.fromEntries(moved.map((key) => [key, undefined])), Parent: way.parent }),
      );
  }
  return differed;
}

/** Whether a reader who goes up meets another field, or another kind or value, than one who goes down. */
export function leadsTwoWays(update: PdfUpdate): boolean {
  return waysUp(update).some((way) => differs(update, way));
}

function differs(update: PdfUpdate, { dict, parent, isWidget }: Way): boolean {
  const above = dict.entries.get("Parent");
  if (above !== undefined && !sameRef(above, parent)) return true;
  if (!isWidget) return false;
  return ["FT", "V"].some((key) => {
    const own = update.resolve(dict.entries.get(key));
    const fields = attributeOf(update, parent, key);
    return own !== undefined && !isAlike(own, fields) && !(fields === undefined && saysNothing(own));
  });
}

/** What a field without a value has as well (§12.7.5.2.3, §12.7.5.3). */
const saysNothing = (value: PdfObject): boolean =>
  (value.kind === "name" && value.value === "Off") || (value.kind === "string" && value.bytes.length === 0);

const nodesMax = 60;

function attributeOf(update: PdfUpdate, field: PdfRef, key: string): PdfObject | undefined {
  let node: PdfObject | undefined = field;
  for (let looked = 0; node !== undefined && looked < nodesMax; looked += 1) {
    const { entries } = dictionaryOf(update, node);
    const value = update.resolve(entries.get(key));
    if (value !== undefined) return value;
    node = entries.get("Parent");
  }
  return undefined;
}

function isAlike(one: PdfObject, other: PdfObject | undefined): boolean {
  if (one.kind === "string" && other?.kind === "string") return Buffer.compare(one.bytes, other.bytes) === 0;
  if (one.kind === "name" || one.kind === "number") return other?.kind === one.kind && other.value === one.value;
  return one === other;
}

/** All nodes below others, those above first; each once, whatever loops the kids make. */
function waysUp(update: PdfUpdate): Way[] {
  const found: Way[] = [];
  const seen = new Set<number>();
  const waiting: PdfObject[] = [...rootFields(update)].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind !== "ref" || seen.has(next.num)) continue;
    seen.add(next.num);
    const kids = itemsOf(update, dictionaryOf(update, next).entries.get("Kids"));
    // Beside fields with names stand no widgets (`readFields`).
    const isField = !kids.some((kid) => dictionaryOf(update, kid).entries.has("T"));
    for (const kid of kids) {
      if (kid.kind !== "ref" || update.resolve(kid)?.kind !== "dict") continue;
      const dict = dictionaryOf(update, kid);
      found.push({ ref: kid, dict, parent: next, isWidget: isField && !dict.entries.has("Kids") });
      waiting.push(kid);
    }
  }
  return found;
}
