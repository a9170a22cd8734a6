/**
 * A program reads a field from the form down, or from a widget up by its /Parent (ISO 32000-2 §12.7.4.1). Both ways must lead to the
 * same field and value; otherwise pdf.js shows another field or value than a program that reads from the form.
 */
import { dictionaryOf, itemsOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, sameRef, withEntries } from "../pdf/objects.ts";
import { rootFields } from "./field-tree.ts";
import { saysNothing } from "./settlement.ts";

/** What is a field's to say (§12.7.4.1 table 226; §12.7.5.3 MaxLen, §12.7.5.2.3 Opt); DA and Q are a widget's too (§12.7.4.3). */
const ofFields = ["FT", "Ff", "V", "DV", "MaxLen", "Opt"];

/** The entries that a root keeps of those it inherits: all that any field may inherit (§12.7.4.3: DA, Q). */
const handedDown = [...ofFields, "DA", "Q"];

/** A node and the one whose kid it is; `isWidget`: that one is its field. */
type Way = { readonly ref: PdfRef; readonly dict: PdfDict; readonly parent: PdfRef; readonly isWidget: boolean };

/**
 * Gives each node below another that one as its /Parent, and leaves what is a field's to say to the field: what only a widget
 * says becomes its field's. Only for unsigned files. Answers whether readers would have differed.
 */
export function leadOneWayUp(update: PdfUpdate): boolean {
  let differed = freeRoots(update);
  for (const way of waysUp(update)) {
    differed ||= differs(update, way);
    const own = dictionaryOf(update, way.ref);
    const moved = ofFields.filter((key) =>
      way.isWidget ? own.entries.has(key) : isNothing(update, own.entries.get(key)),
    );
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

function differs(update: PdfUpdate, { dict, parent, isWidget }: Way): boolean {
  const above = dict.entries.get("Parent");
  if (above !== undefined && !sameRef(above, parent)) return true;
  return ofFields.some((key) => {
    const own = update.resolve(dict.entries.get(key));
    const fields = attributeOf(update, parent, key);
    // §7.3.9: null is as if it were not there; pdf.js goes no further up from it.
    if (own === undefined) return dict.entries.has(key) && fields !== undefined;
    return isWidget && !isAlike(update, own, fields) && !(fields === undefined && saysNothing(own));
  });
}

const isNothing = (update: PdfUpdate, value: PdfObject | undefined): boolean =>
  value !== undefined && update.resolve(value) === undefined;

type Root = { readonly ref: PdfRef; readonly dict: PdfDict; readonly above: PdfObject };

/** Roots with something above them though no node of the form has them as its kid. */
function rootsWithParent(update: PdfUpdate): Root[] {
  return rootFields(update).flatMap((ref) => {
    const dict = dictionaryOf(update, ref);
    const above = dict.entries.get("Parent");
    return ref.kind === "ref" && above !== undefined ? [{ ref, dict, above }] : [];
  });
}

/** Whether a root has another name, or more to say, for who goes up from it. */
function isOfOther(update: PdfUpdate, { dict, above }: Pick<Root, "dict" | "above">): boolean {
  return ["T", ...ofFields].some((key) => {
    const value = attributeOf(update, above, key);
    return value !== undefined && (key === "T" || update.resolve(dict.entries.get(key)) === undefined);
  });
}

/** Takes roots from what is above them, with all they have from there: most readers look for it there. Answers whether they would have differed. */
function freeRoots(update: PdfUpdate): boolean {
  let differed = false;
  for (const { ref, dict, above } of rootsWithParent(update)) {
    differed ||= isOfOther(update, { dict, above });
    const lacked = handedDown.filter((key) => update.resolve(dict.entries.get(key)) === undefined);
    const given = Object.fromEntries(lacked.map((key) => [key, attributeOf(update, above, key)]));
    update.put(ref, withEntries(dict, { ...given, Parent: undefined }));
  }
  return differed;
}

const nodesMax = 60;

function attributeOf(update: PdfUpdate, field: PdfObject, key: string): PdfObject | undefined {
  let node: PdfObject | undefined = field;
  for (let looked = 0; node !== undefined && looked < nodesMax; looked += 1) {
    const { entries } = dictionaryOf(update, node);
    const value = update.resolve(entries.get(key));
    if (value !== undefined) return value;
    node = entries.get("Parent");
  }
  return undefined;
}

function isAlike(update: PdfUpdate, one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  if (one === undefined) return other === undefined;
  if (one.kind === "string" && other?.kind === "string") return Buffer.compare(one.bytes, other.bytes) === 0;
  if (one.kind === "name" || one.kind === "number") return other?.kind === one.kind && other.value === one.value;
  if (one.kind === "array" && other?.kind === "array")
    return (
      one.items.length === other.items.length &&
      one.items.every((item, i) => isAlike(update, update.resolve(item), update.resolve(other.items[i])))
    );
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
    // Widgets do not stand beside fields with names (`readFields`).
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
