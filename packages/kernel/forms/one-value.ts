/**
 * A field's value is stored in several places: /V, the index of a chosen option (/I), the state that a checkbox shows (/AS); without a
 * value some PDF viewers use the default (/DV). Viewers differ in which one they use (ISO 32000-2 §12.7.5). This file finds differences
 * and the changes that remove them.
 */
import { dictionaryOf, itemsOf, numberOf, textStringOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfObject,
  type PdfString,
  pdfArray,
  pdfBytes,
  pdfNumber,
  pdfText,
  textOf,
  textOfName,
  withEntries,
} from "../pdf/objects.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { type FieldNode, fieldFlags, fieldKind, hasFlag, optionsOf, readFields } from "./field-tree.ts";
import { hasStrayEscape, isText, plainTextOf } from "./marked-text.ts";
import { ticksSettled, valuesAbove } from "./one-state.ts";
import { defaultSettled, type Settlement } from "./settlement.ts";

/**
 * Lets every field hold what its /V says, wherever it says it. Only for unsigned files. Answers whether readers would have differed. Texts
 * in streams stay where they are longer than `charsMax`: no field of ours could hold them, and all readers show the same.
 */
export function settleValues(update: PdfUpdate, charsMax: number): boolean {
  const apply = (found: readonly Settlement[]): boolean => {
    for (const { ref, entries } of found) update.put(ref, withEntries(dictionaryOf(update, ref), entries));
    return found.some(({ differs }) => differs);
  };
  let differed = apply(settlements(update, readFields(update), charsMax));
  // The value of a node goes down to its kids, which may have kids themselves.
  while (apply(valuesAbove(update, readFields(update)))) differed = true;
  return differed;
}

function settlements(update: PdfUpdate, fields: readonly FieldNode[], charsMax: number): Settlement[] {
  const written = fields.flatMap((field) => {
    const kind = fieldKind(update, field);
    const settled = flagsSettled(field);
    if (kind === "text") settled.push(...textSettled(update, field, charsMax));
    if (kind === "choice") settled.push(...choiceSettled(update, field));
    return settled;
  });
  return [...written, ...ticksSettled(update, fields)];
}

/** All flags are below 2^31 (§12.7.4.1 table 226): if a number is not a sum of flags, some readers take its bits and others none. */
function flagsSettled({ ref, attribute }: FieldNode): Settlement[] {
  const flags = attribute("Ff");
  if (flags?.kind !== "number" || (Number.isInteger(flags.value) && flags.value === (flags.value & ~signBit)))
    return [];
  return [{ ref, entries: { Ff: pdfNumber(flags.value & ~signBit) }, differs: true }];
}

const signBit = 1 << 31;

/** A text's value is a string (§12.7.5.3); if it is a stream, a name or a list, some readers take the text and others nothing. */
function textSettled(update: PdfUpdate, field: FieldNode, charsMax: number): Settlement[] {
  const value = field.attribute("V");
  if (value?.kind === "string") return stringSettled(field, value);
  if (value === undefined) return defaultSettled(update, field, pdfText(""));
  const [text = ""] = textsIn(update, value);
  if (text.length > charsMax) return [];
  return [{ ref: field.ref, entries: { V: pdfText(text) }, differs: text !== "" }];
}

/** If several values are held but only one may be chosen, the first stays, as a string. /I names the same, or nothing (§12.7.5.4 table 234). */
function choiceSettled(update: PdfUpdate, field: FieldNode): Settlement[] {
  const value = field.attribute("V");
  const texts = textsIn(update, value);
  const isOne = hasFlag(update, field, fieldFlags.combo) || !hasFlag(update, field, fieldFlags.multiSelect);
  const held = isOne ? texts.slice(0, 1) : texts;
  const settled =
    value === undefined ? defaultSettled(update, field, pdfText("")) : valueSettled(field, { value, texts, held });
  return [...settled, ...placesSettled(update, field, held)];
}

type Chosen = { readonly value: PdfObject; readonly texts: readonly string[]; readonly held: readonly string[] };

function valueSettled(field: FieldNode, { value, texts, held }: Chosen): Settlement[] {
  if (value.kind === "string") return stringSettled(field, value);
  const isList = value.kind === "array";
  const isRight =
    isList && held.length === texts.length && value.items.every(({ kind }) => kind === "string" || kind === "ref");
  if (isRight && held.length > 1) return [];
  const V = held.length > 1 ? pdfArray(held.map(pdfText)) : pdfText(held[0] ?? "");
  return [{ ref: field.ref, entries: { V }, differs: isList ? !isRight : held.some((text) => text !== "") }];
}

/** Where it is no text, readers show its bytes or make something up; languages in it only some leave out. */
function stringSettled({ ref, name }: FieldNode, value: PdfString): Settlement[] {
  if (hasStrayEscape(value)) throw new PdfRefusal("FIELD_VALUE_INVALID", `${name}: an escape in its value`);
  const plain = plainTextOf(value);
  return plain === textOf(value) && isText(value) ? [] : [{ ref, entries: { V: pdfText(plain) }, differs: true }];
}

/** pdf.js goes by /I of the widget, whatever the value is. */
function placesSettled(update: PdfUpdate, field: FieldNode, held: readonly string[]): Settlement[] {
  const nodes = [field, ...field.widgets.filter(({ ref }) => ref.num !== field.ref.num)];
  return nodes.flatMap(({ ref, dict }) => {
    const places = itemsOf(update, dict.entries.get("I"));
    if (places.length === 0) return [];
    const options = optionsOf(update, field.attribute("Opt"));
    const named = places.map((place) => options[numberOf(update, place) ?? -1]?.value ?? "");
    return isSame(named, held) ? [] : [{ ref, entries: { I: undefined }, differs: true }];
  });
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  const sorted = [some, others].map((texts) =>
    JSON.stringify([...new Set(texts)].filter((text) => text !== "").sort()),
  );
  return sorted[0] === sorted[1];
}

/** The texts that some reader finds in a value. */
function textsIn(update: PdfUpdate, value: PdfObject | undefined): string[] {
  const found = update.resolve(value);
  if (found?.kind === "array") return found.items.flatMap((item) => textsIn(update, item).slice(0, 1));
  if (found?.kind === "name") return [textOfName(found.value)];
  if (found?.kind === "stream") return [textOf(pdfBytes(unpacked(() => update.doc.decodeStream(found))))];
  return [textStringOf(update, found) ?? ""];
}

/** Bytes that cannot be unpacked contain no text that a reader could show. */
function unpacked(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch (fault) {
    if (fault instanceof PdfRefusal && fault.code === "FILE_BROKEN") return new Uint8Array();
    throw fault;
  }
}
