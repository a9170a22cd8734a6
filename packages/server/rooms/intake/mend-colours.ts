/**
 * What readers make of graphics states, colour spaces and groups each in their own way (ISO 32000-2 §8.4.5, §8.6, §10, §11.4.6), put
 * so that all of them show what a browser shows: pdf.js knows no overprinting, default colour spaces, halftones or knockout groups.
 * Where it follows what others leave out, nothing can be put right, and the file is refused.
 */

import { isPlainCalibration, isPlainInk, isTransfer } from "@siegel/kernel/one-look/plain-colours.ts";
import { booleanOf, dictionaryOf, itemsOf, nameOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import {
  type PdfArray,
  type PdfDict,
  type PdfObject,
  pdfArray,
  pdfName,
  withEntries,
} from "@siegel/kernel/pdf/objects.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { mendProfile, type Profiles } from "./mend-profiles.ts";
import { wholePalette } from "./whole-palette.ts";

const refusal = (what: string): PdfRefusal => new PdfRefusal("FILE_ACTIVE_CONTENT", what);

/** A graphics state; the same dictionary where nothing is to be mended. @throws PdfRefusal FILE_ACTIVE_CONTENT for transfer functions */
export function mendState(update: PdfUpdate, state: PdfDict): PdfDict {
  const { entries } = state;
  const has = (key: string): boolean => isTransfer(update, entries.get(key));
  // /TR2 goes before /TR (table 57).
  const isOverruled = update.resolve(entries.get("TR2"))?.kind === "name";
  if (has("TR2") || (has("TR") && !isOverruled)) throw refusal("transfer functions");
  if (isTransfer(update, dictionaryOf(update, entries.get("SMask")).entries.get("TR")))
    throw refusal("a transfer function of a soft mask");
  const gone = ["BG", "BG2", "UCR", "UCR2"].filter((key) => isFunction(update, entries.get(key)));
  if (has("TR")) gone.push("TR");
  if (changesInk(update, entries.get("HT"))) gone.push("HT");
  return without(state, gone);
}

/** The same without overprinting. */
export function withoutOverprint(update: PdfUpdate, state: PdfDict): PdfDict {
  return overprints(update, state) ? without(state, ["OP", "op"]) : state;
}

const overprints = (update: PdfUpdate, { entries }: PdfDict): boolean =>
  ["OP", "op"].some((key) => booleanOf(update, entries.get(key)) === true);

/** How black is made of colours (§10.4.2.4); by name it is the device's own way. */
const isFunction = (update: PdfUpdate, value: PdfObject | undefined): boolean =>
  ["dict", "stream"].includes(update.resolve(value)?.kind ?? "");

const without = (dict: PdfDict, keys: readonly string[]): PdfDict =>
  keys.length === 0 ? dict : withEntries(dict, Object.fromEntries(keys.map((key) => [key, undefined])));

/** Halftones may bring a transfer function of their own (§10.6.5), each of those that one is made of. */
function changesInk(update: PdfUpdate, value: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(update, value);
  const each = [...entries.values()].map((part) => dictionaryOf(update, part).entries);
  return [entries, ...each].some((part) => isTransfer(update, part.get("TransferFunction")));
}

/** Whether what is painted with a graphics state lets something of what is below shine through. */
export function isTranslucent(update: PdfUpdate, { entries }: PdfDict): boolean {
  const mode = update.resolve(entries.get("BM"));
  const isBlended = mode !== undefined && !(mode.kind === "name" && /^(Normal|Compatible)$/.test(mode.value));
  const isThin = ["CA", "ca"].some((key) => (numberOf(update, entries.get(key)) ?? 1) < 1);
  return isBlended || isThin || update.resolve(entries.get("SMask"))?.kind === "dict";
}

/** A group in which nothing knocks anything else out (§11.4.6.2). */
export const withoutKnockout = (update: PdfUpdate, group: PdfDict): PdfDict =>
  booleanOf(update, group.entries.get("K")) === true ? without(group, ["K"]) : group;

const defaults: Readonly<Record<string, number>> = { DefaultGray: 1, DefaultRGB: 3, DefaultCMYK: 4 };

/** Named colour spaces without those that stand for the device's (§8.6.5.6) and are another colour. */
export function mendDefaults(update: PdfUpdate, spaces: PdfDict, profiles: Profiles): PdfDict {
  const odd = Object.keys(defaults).filter((key) => {
    const space = spaces.entries.get(key);
    return space !== undefined && !isPlainDefault(update, { key, space, profiles });
  });
  return without(spaces, odd);
}

type Default = { readonly key: string; readonly space: PdfObject; readonly profiles: Profiles };

function isPlainDefault(update: PdfUpdate, { key, space, profiles }: Default): boolean {
  const [first, second] = itemsOf(update, space);
  const family = nameOf(update, first);
  // Calibrated ones are plain wherever they stand, or refused.
  if (family === "CalGray") return key === "DefaultGray";
  if (family === "CalRGB") return key === "DefaultRGB";
  if (family !== "ICCBased") return nameOf(update, space) === key.replace("Default", "Device");
  const components = numberOf(update, dictionaryOf(update, second).entries.get("N"));
  return components !== undefined && components === defaults[key] && profiles.isPlain(second, components);
}

/**
 * A colour space that readers show alike: one of a profile as mendProfile says, an ink as it is drawn, whatever its name makes them do,
 * nothing for /None, all inks for /All.
 * @throws PdfRefusal FILE_ACTIVE_CONTENT for calibrated spaces that show other colours in readers that take the plain ones for them
 */
export function mendSpace(update: PdfUpdate, array: PdfArray, profiles: Profiles): PdfObject {
  const [family, second, space, tint] = array.items;
  const kind = nameOf(update, family);
  if (kind === "ICCBased") return mendProfile(update, array, profiles);
  if (kind === "CalGray" || kind === "CalRGB" || kind === "Lab") {
    if (!isPlainCalibration(update, kind, second)) throw refusal(`calibrated colours that are not plain (${kind})`);
    return array;
  }
  if (kind === "Indexed") return wholePalette(update, array);
  if (kind === "Separation") {
    const ink = nameOf(update, second) ?? "";
    const isKnown = ink === "None" || ink === "All" || (ink === "Black" && nameOf(update, space) === "DeviceGray");
    if (!isKnown || (ink !== "None" && isPlainInk(update, space, tint))) return array;
    return pdfArray([array.items[0] ?? pdfName(kind), pdfName("Drawn"), ...array.items.slice(2)]);
  }
  const inks = kind === "DeviceN" ? itemsOf(update, second) : [];
  if (inks.length === 0 || !inks.every((ink) => nameOf(update, ink) === "None")) return array;
  const renamed = pdfArray(inks.map((_, i) => pdfName(`Drawn${i + 1}`)));
  return pdfArray([array.items[0] ?? pdfName("DeviceN"), renamed, ...array.items.slice(2)]);
}
