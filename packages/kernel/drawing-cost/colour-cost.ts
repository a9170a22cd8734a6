// What colours cost their readers (ISO 32000-2 §8.6.6.4, §8.6.6.5): those of a Separation or DeviceN space are computed by a function
// for each point of a picture and each time one is set.

import type { Scope } from "../contents/drawn-resources.ts";
import { isRegular } from "../contents/structure-words.ts";
import { dictionaryOf, itemsOf, nameOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex } from "../pdf/refusal.ts";
import { dearestOf, type FunctionCost, functionCost, noFunction, sumOf } from "./function-cost.ts";

const spacesMax = 8;
/** Colours of a palette, each computed when it is read (§8.6.6.3). */
const paletteColours = 256;

/** What a colour of a space costs; spaces by name are those of `scope`. */
export function spaceCost(doc: PdfDocument, space: PdfObject | undefined, scope: Scope, depth = 0): FunctionCost {
  if (depth > spacesMax) throw tooComplex("colour spaces of colour spaces without end");
  const named = nameOf(doc, space);
  if (named !== undefined) {
    const own = scope.dictionary("ColorSpace").entries.get(named);
    return own === undefined ? noFunction : spaceCost(doc, own, scope, depth + 1);
  }
  const items = itemsOf(doc, space);
  const family = nameOf(doc, items[0]);
  const below = (base: PdfObject | undefined): FunctionCost => spaceCost(doc, base, scope, depth + 1);
  switch (family) {
    case "Separation":
    case "DeviceN":
      return sumOf([functionCost(doc, items[3]), below(items[2])]);
    case "Indexed":
    case "I": {
      const { each, once } = below(items[1]);
      return { each: 0, once: once + paletteColours * each };
    }
    case "Pattern":
      return below(items[1]);
    case "ICCBased":
      return below(dictionaryOf(doc, items[1]).entries.get("Alternate"));
    default:
      return noFunction;
  }
}

/** The dearest colour space of some resources; `known` are those of dictionaries that were gone through. */
export function dearestSpace(doc: PdfDocument, scope: Scope, known: WeakMap<PdfDict, FunctionCost>): FunctionCost {
  const spaces = scope.dictionary("ColorSpace");
  const found =
    known.get(spaces) ?? dearestOf([...spaces.entries.values()].map((space) => spaceCost(doc, space, scope)));
  known.set(spaces, found);
  return found;
}

/** How often contents set a colour, a space, or a plain colour (§8.6.8); words in strings, comments and images count too. */
export type ColoursSet = { readonly colours: number; readonly spaces: number; readonly plain: number };

const numeric = codes("+-.0123456789");
/** What each word counts as, by its last letter. */
const words = new Map<number, readonly (readonly [word: Uint8Array, kind: keyof ColoursSet])[]>();
for (const kind of ["colours", "spaces", "plain"] as const)
  for (const text of {
    colours: ["sc", "SC", "scn", "SCN"],
    spaces: ["cs", "CS"],
    plain: ["g", "G", "rg", "RG", "k", "K"],
  }[kind]) {
    const word = Buffer.from(text);
    const last = word.at(-1) ?? 0;
    words.set(last, [...(words.get(last) ?? []), [word, kind]]);
  }
const lastLetters = codes("nNcCsSgGkK");

function codes(characters: string): Uint8Array {
  const found = new Uint8Array(256);
  for (const character of characters) found[character.charCodeAt(0)] = 1;
  return found;
}

/** Counts them. */
export function coloursIn(bytes: Uint8Array): ColoursSet {
  const counts = { colours: 0, spaces: 0, plain: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const last = bytes[at] ?? 0;
    if (lastLetters[last] === 0 || isRegular(bytes[at + 1])) continue;
    const found = words.get(last)?.find(([word]) => endsWith(bytes, at + 1, word));
    if (found !== undefined) counts[found[1]] += 1;
  }
  return counts;
}

/** A number ends where its digits do, for many readers: one may stand right before the word. */
function endsWith(bytes: Uint8Array, end: number, word: Uint8Array): boolean {
  const start = end - word.length;
  const before = bytes[start - 1];
  if (start < 0 || (isRegular(before) && numeric[before ?? 0] === 0)) return false;
  return word.every((letter, i) => bytes[start + i] === letter);
}
