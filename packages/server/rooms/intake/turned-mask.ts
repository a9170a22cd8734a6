/**
 * Soft masks turned over by a function (ISO 32000-2 §11.5.3), as Skia writes them for whatever Chrome prints with a mask, a text filled
 * with a picture or the like: 1 − x of how opaque a group is, in which only black is painted. Some readers leave the function out. The same
 * without one: the light of that black over white, which is white where nothing is painted, outside of the group too.
 */
import { fillsOnlyBlack } from "@siegel/kernel/one-look/black-areas.ts";
import { isTurnedOver } from "@siegel/kernel/one-look/plain-colours.ts";
import { booleanOf, dictionaryOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfName,
  pdfNumber,
  withEntries,
} from "@siegel/kernel/pdf/objects.ts";

/** Groups that were looked at, by number: whether only black is painted in them. Many states have one group. */
export type KnownGroups = Map<number, boolean>;

/** A graphics state whose mask has no function, and the group that the mask is then made of. */
type Turned = { readonly state: PdfDict; readonly form: PdfObject; readonly group: PdfStream };

/** The same mask without its function; nothing where the mask is any other, or has none. */
export function turnedMask(update: PdfUpdate, state: PdfDict, known: KnownGroups): Turned | undefined {
  const mask = dictionaryOf(update, state.entries.get("SMask"));
  const form = mask.entries.get("G");
  if (nameOf(update, mask.entries.get("S")) !== "Alpha" || form?.kind !== "ref") return undefined;
  if (!hasOnly(mask, ["Type", "S", "G", "TR"]) || !isTurnedOver(update, mask.entries.get("TR"))) return undefined;
  const stream = update.resolve(form);
  if (stream?.kind !== "stream") return undefined;
  const group = inScreenColours(update, stream);
  const reader = { resolve: update.resolve, decodeStream: update.doc.decodeStream };
  const isBlack = known.get(form.num) ?? (group !== undefined && fillsOnlyBlack(reader, stream));
  known.set(form.num, isBlack);
  if (group === undefined || !isBlack) return undefined;
  const light = { S: pdfName("Luminosity"), BC: pdfArray([1, 1, 1].map(pdfNumber)), TR: undefined };
  return { state: withEntries(state, { SMask: withEntries(mask, light) }), form, group };
}

const hasOnly = ({ entries }: PdfDict, keys: readonly string[]): boolean =>
  [...entries.keys()].every((key) => keys.includes(key));

/** An isolated group (§11.4.5.1) blended in red, green and blue, which light needs (§11.5.3), where it says no other space. */
function inScreenColours(update: PdfUpdate, form: PdfStream): PdfStream | undefined {
  const group = dictionaryOf(update, form.dict.entries.get("Group"));
  const { entries } = group;
  const isIsolated = booleanOf(update, entries.get("I")) === true;
  if (nameOf(update, entries.get("S")) !== "Transparency" || !isIsolated || !hasOnly(group, ["Type", "S", "I", "CS"]))
    return undefined;
  if (entries.has("CS") && nameOf(update, entries.get("CS")) !== "DeviceRGB") return undefined;
  return { ...form, dict: withEntries(form.dict, { Group: withEntries(group, { CS: pdfName("DeviceRGB") }) }) };
}
