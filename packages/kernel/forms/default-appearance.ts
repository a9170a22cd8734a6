// Font, size and colour in a field's /DA (ISO 32000-2 §12.7.4.3), made readable: the page shows entries in dark letters of a usual size,
// and the signed file must be as readable.

import { latin1 } from "../pdf/lexer.ts";
import type { PdfObject } from "../pdf/objects.ts";

/** `sizePt` 0 where a size is to be found; `colour` is the operator of an area's colour with its operands. */
type TextWish = { readonly font: string; readonly sizePt: number; readonly colour: string };

/** Letters smaller than this, in points, are not meant to be read. */
const readableMinPt = 6;
const sizeMaxPt = 300;
/** WCAG 2.2, 1.4.11 and 1.4.3 for large text: pure red on white, which senders do wish for, has 4.0. */
const contrastMin = 3;
const white = "1 g";
const black = "0 g";

/** Size and colour of a text. A size too small to be read is the smallest that can be; the last colour is the one in force. */
export function readDefaults(defaults: PdfObject | undefined): TextWish {
  const source = defaults?.kind === "string" ? latin1(defaults.bytes) : "";
  const [, font = "Helv", size = "0"] = /(?:\/(\S+)\s+)?([\d.]+)\s+Tf/.exec(source) ?? [];
  const stated = Math.min(sizeMaxPt, Number(size) || 0);
  const sizePt = stated > 0 ? Math.max(readableMinPt, stated) : 0;
  const colour = [...source.matchAll(/(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/g)].at(-1)?.[0] ?? black;
  return { font, sizePt, colour: channelsOf(colour) === undefined ? black : colour };
}

/** A /DA for viewers that set a field's text themselves; nothing where what stands there can be read in a place `heightPt` high. */
export function mendedDefaults(defaults: PdfObject | undefined, heightPt: number): string | undefined {
  const source = defaults?.kind === "string" ? latin1(defaults.bytes) : "";
  const { font, sizePt, colour } = readDefaults(defaults);
  const stated = Number(/([\d.]+)\s+Tf/.exec(source)?.[1] ?? 0) || 0;
  const fits = stated === 0 || (stated === sizePt && sizePt <= heightPt);
  const readable = readableColour(colour);
  return fits && readable === colour ? undefined : `/${font} ${fits ? stated : 0} Tf ${readable}`;
}

/** The colour itself where it can be read on `ground`; else black, or white where that is the plainer of the two. */
export function readableColour(colour: string, ground = white): string {
  const contrast = (other: string): number => contrastOf(other, ground);
  if (contrast(colour) >= contrastMin) return colour;
  return contrast(black) >= contrast(white) ? black : white;
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (channelsOf(colour) ?? []).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue from 0 to 1 (ISO 32000-2 §10.4.2 for CMYK); nothing for another number of operands than the operator takes. */
function channelsOf(colour: string): readonly number[] | undefined {
  const words = colour.trim().split(/\s+/);
  const operator = words.pop();
  const parts = words.map((word) => Math.max(0, Math.min(1, Number(word) || 0)));
  const [first = 0, , , key = 0] = parts;
  if (operator === "g" && parts.length === 1) return [first, first, first];
  if (operator === "rg" && parts.length === 3) return parts;
  if (operator === "k" && parts.length === 4) return parts.slice(0, 3).map((ink) => 1 - Math.min(1, ink + key));
  return undefined;
}
