// Reads entries of dictionaries and arrays: any value may be direct or behind a reference (ISO 32000-2 §7.3.10).
import { type PdfDict, type PdfObject, type PdfRef, pdfDict, textOf } from "./objects.ts";

/** Something that follows references. */
export type Resolver = { readonly resolve: (value: PdfObject | undefined) => PdfObject | undefined };
/** A whole document that follows references: one opened, or an update that sees its own pending objects first. */
export type Objects = Resolver & { readonly root: PdfRef };
/** Left, bottom, right, top in default user space. */
export type Box = readonly [number, number, number, number];

const emptyDict = pdfDict({});

/** The dictionary behind a value, a stream's own included; an empty one when it is something else. */
export function dictionaryOf(objects: Resolver, value: PdfObject | undefined): PdfDict {
  const resolved = objects.resolve(value);
  if (resolved?.kind === "stream") return resolved.dict;
  return resolved?.kind === "dict" ? resolved : emptyDict;
}

/** The items of an array; empty if the object is not an array. */
export function itemsOf(objects: Resolver, value: PdfObject | undefined): readonly PdfObject[] {
  const resolved = objects.resolve(value);
  return resolved?.kind === "array" ? resolved.items : [];
}

/** The number behind a value. */
export function numberOf(objects: Resolver, value: PdfObject | undefined): number | undefined {
  const resolved = objects.resolve(value);
  return resolved?.kind === "number" ? resolved.value : undefined;
}

/** What a value is that is `true` or `false`. */
export function booleanOf(objects: Resolver, value: PdfObject | undefined): boolean | undefined {
  const resolved = objects.resolve(value);
  return resolved?.kind === "boolean" ? resolved.value : undefined;
}

/** The name behind a value, without its slash. */
export function nameOf(objects: Resolver, value: PdfObject | undefined): string | undefined {
  const resolved = objects.resolve(value);
  return resolved?.kind === "name" ? resolved.value : undefined;
}

/** The text of a text string, or of a text stream's stand-in: undefined when it is neither. */
export function textStringOf(objects: Resolver, value: PdfObject | undefined): string | undefined {
  const resolved = objects.resolve(value);
  return resolved?.kind === "string" ? textOf(resolved) : undefined;
}

/** A rectangle array with its corners put in order (§7.9.5); undefined when it is not one. */
export function rectangleOf(objects: Resolver, value: PdfObject | undefined): Box | undefined {
  const numbers = itemsOf(objects, value)
    .slice(0, 4)
    .map((item) => numberOf(objects, item) ?? Number.NaN);
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = numbers;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box.every(Number.isFinite) ? box : undefined;
}

/** The catalog. */
export function catalogOf(objects: Objects): PdfDict {
  return dictionaryOf(objects, objects.root);
}
