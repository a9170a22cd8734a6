// Pictures that stand in contents (ISO 32000-2 §8.9.7) and that programs make different things of: by names that are there in short and in
// full, by colour spaces that some look for elsewhere, and by all that makes others ambiguous.

import type { Scope } from "../contents/drawn-resources.ts";
import type { InlineParts } from "../contents/inline-image-end.ts";
import { itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import { acceptWord, cursorAt, isWhitespace, readObject, skipWhitespace, WindowEnd } from "../pdf/lexer.ts";
import { type PdfDict, type PdfObject, pdfStream } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";
import { ambiguityInParts, coloursOf } from "./picture-ambiguity.ts";
import { type Colours, pictureOf } from "./picture-samples.ts";

/** What programs make different things of in an inline image of contents with these resources, in words. */
export function ambiguityInInline(doc: PdfDocument, scope: Scope, parts: InlineParts): string | undefined {
  const entries = entriesIn(parts.entries);
  if (entries === undefined) return "an inline picture that says something twice, or in no way";
  // MuPDF takes an array of colours for one that is transparent.
  if (entries.has("SMask")) return "an inline picture with a soft mask";
  const mask = entries.get("Mask");
  if (mask !== undefined && mask.kind !== "array") return "an inline picture with a mask";
  const dict: PdfDict = { kind: "dict", entries };
  const picture = pictureOf(doc, pdfStream(dict, parts.octets), { isInline: true });
  const said = entries.get("ColorSpace");
  // By a name that is plain, or a palette of such, there are no inks.
  const space = scope.dictionary("ColorSpace").entries.get(nameOf(doc, said) ?? "");
  return ambiguityInParts(picture, { colours: coloursIn(doc, scope, said), space }, new Map());
}

/** Whether an inline image is painted in a colour that is none of its own (§8.9.6.2). */
export function isInlineStencil(parts: InlineParts): boolean {
  const said = entriesIn(parts.entries)?.get("ImageMask");
  return said?.kind === "boolean" && said.value;
}

/** Table 91. */
const inFull = new Map(
  Object.entries({
    ...{ W: "Width", H: "Height", BPC: "BitsPerComponent", CS: "ColorSpace", D: "Decode", IM: "ImageMask" },
    ...{ F: "Filter", DP: "DecodeParms", I: "Interpolate", L: "Length" },
  }),
);

/** By their names in full; nothing where one stands twice, in short and in full too, or is no direct object. */
function entriesIn(bytes: Uint8Array): ReadonlyMap<string, PdfObject> | undefined {
  const cursor = cursorAt(bytes);
  const entries = new Map<string, PdfObject>();
  try {
    return unlessBroken(() => {
      for (skipWhitespace(cursor); !acceptWord(cursor, "ID"); skipWhitespace(cursor)) {
        const [key, value] = [readObject(cursor), readObject(cursor)];
        const name = key.kind === "name" ? (inFull.get(key.value) ?? key.value) : undefined;
        if (name === undefined || entries.has(name) || value.kind === "ref") return undefined;
        if (value.kind !== "null") entries.set(name, value);
      }
      return cursor.at === bytes.length - 1 && isWhitespace(bytes[cursor.at]) ? entries : undefined;
    });
  } catch (fault) {
    if (fault instanceof WindowEnd) return undefined;
    throw fault;
  }
}

/** Names that programs know themselves (tables 61 and 92), unless resources have others by these. */
const plain = new Map([
  ...["DeviceGray", "G"].map((name) => [name, 1] as const),
  ...["DeviceRGB", "RGB"].map((name) => [name, 3] as const),
  ...["DeviceCMYK", "CMYK"].map((name) => [name, 4] as const),
]);

/** Those of a space by its name, or of a palette of plain colours; nothing where programs take different ones. */
function coloursIn(doc: PdfDocument, scope: Scope, stored: PdfObject | undefined): Colours | undefined {
  const spaces = scope.dictionary("ColorSpace").entries;
  const plainIn = (value: PdfObject | undefined): number | undefined => {
    const name = nameOf(doc, value) ?? "";
    return spaces.has(name) ? undefined : plain.get(name);
  };
  const name = nameOf(doc, stored);
  if (name !== undefined) {
    const components = plainIn(stored);
    if (components !== undefined) return { kind: "colours", components };
    return plain.has(name) || name === "Pattern" ? undefined : coloursOf(doc, spaces.get(name));
  }
  const [family, base, last, palette] = itemsOf(doc, stored);
  const isPalette = ["I", "Indexed"].includes(nameOf(doc, family) ?? "") && palette?.kind === "string";
  const components = plainIn(base);
  // Of a palette that ends before its end poppler takes nothing (`whole-palette.ts` mends those of resources).
  const highest = numberOf(doc, last) ?? Number.NaN;
  const whole = (highest + 1) * (components ?? Number.NaN);
  return isPalette && Number.isInteger(highest) && highest >= 0 && palette.bytes.length >= whole
    ? { kind: "palette", components: 1 }
    : undefined;
}
