// Dictionaries of pictures (ISO 32000-2 §8.9.5) that programs make different things of, as far as they say how samples are read. Pictures
// are not unpacked for it, but for what lies around a JPEG, a JPEG 2000 or JBIG2: of those the headers are read.
import { dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { type PdfObject, type PdfStream, pdfArray, withEntries } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";
import { ambiguityInCode } from "./coded-picture.ts";

/** A picture whose entries have the names that XObjects have for them. */
export type Picture = {
  readonly doc: PdfDocument;
  readonly stream: PdfStream;
  readonly entries: PdfStream["dict"]["entries"];
  readonly width: number;
  readonly height: number;
  readonly isInline: boolean;
};

/** A picture by its stream, whatever it is. */
export function pictureOf(doc: PdfDocument, stream: PdfStream, { isInline = false } = {}): Picture {
  const { entries } = stream.dict;
  const [width = 0, height = 0] = ["Width", "Height"].map((key) => numberOf(doc, entries.get(key)) ?? 0);
  return { doc, stream, entries, width, height, isInline };
}

/** What samples are: numbers of a colour, which only JPEG 2000 may leave out, indices of a palette, or of a stencil (§8.9.6.2). */
export type Colours = {
  readonly kind: "colours" | "palette" | "stencil";
  readonly components: number | undefined;
};
/** One number for each point. */
export const [ofStencil, ofGrey]: readonly [Colours, Colours] = [
  { kind: "stencil", components: 1 },
  { kind: "colours", components: 1 },
];

/** What programs make different things of in samples, in words. */
export function ambiguityInSamples(picture: Picture, colours: Colours): string | undefined {
  const { width, height } = picture;
  if (!isCount(width) || !isCount(height)) return "a picture of no size";
  const filters = filtersOf(picture);
  if (filters === undefined || !areKnown(filters, picture)) return "a picture that is packed in no known way";
  const [code] = filters.slice(-1);
  const bits = bitsOf(picture, colours, code?.name ?? "");
  if (bits === undefined) return "a picture of samples of no size";
  if (!isDecode(picture, colours, bits)) return "samples that are decoded to nothing";
  if (!filters.every((filter) => isUndone(picture.doc, filter))) return "a picture by a predictor that there is not";
  if (isShort(picture, filters, Math.ceil((width * (colours.components ?? 0) * bits) / 8) * height))
    return "a picture with fewer octets than points";
  const at = filters.length - 1;
  const octets = (): ReturnType<PdfStream["stored"]> => octetsBehind(picture, filters.slice(0, at));
  return code && ambiguityInCode(picture, { ...code, octets }, colours);
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;

type Filter = { readonly name: string; readonly parameters: PdfStream["dict"]["entries"]; readonly as: PdfObject };

/** Nothing where one is no name, or its parameters are none. */
function filtersOf({ doc, entries }: Picture): readonly Filter[] | undefined {
  const stored = doc.resolve(entries.get("Filter"));
  const all = doc.resolve(entries.get("DecodeParms"));
  const items = stored?.kind === "array" ? stored.items : stored === undefined ? [] : [stored];
  const filters = items.map((item, i) => {
    const own = doc.resolve(all?.kind === "array" ? all.items[i] : i === 0 ? all : undefined);
    const isPlain = own === undefined || own.kind === "dict";
    return { name: isPlain ? (nameOf(doc, item) ?? "") : "", parameters: dictionaryOf(doc, own).entries, as: item };
  });
  return filters.every(({ name }) => name !== "") ? filters : undefined;
}

/** How many octets one of them can become at most (§7.4): of Flate 1,032 (RFC 1951 §3.2.5), of LZW a table of 4,096. */
const grows: ReadonlyMap<string, number> = new Map([
  ...["ASCIIHexDecode", "AHx"].map((name) => [name, 1 / 2] as const),
  ...["ASCII85Decode", "A85"].map((name) => [name, 4] as const),
  ...["RunLengthDecode", "RL"].map((name) => [name, 64] as const),
  ...["FlateDecode", "Fl"].map((name) => [name, 1_032] as const),
  ...["LZWDecode", "LZW"].map((name) => [name, 4_096] as const),
  ["Crypt", 1],
]);
/** Of pictures; the latter two not within contents (§8.9.7). */
const codes = new Set(["DCTDecode", "DCT", "CCITTFaxDecode", "CCF", "JPXDecode", "JBIG2Decode"]);

/** What packs pictures packs nothing else: it is undone last. */
function areKnown(filters: readonly Filter[], { isInline }: Picture): boolean {
  return filters.every(({ name }, i) => {
    if (isInline && /^(?:JPX|JBIG2|Crypt)/.test(name)) return false;
    return grows.has(name) || (codes.has(name) && i === filters.length - 1);
  });
}

/** Of a sample (table 87); nothing where programs take different ones. Those of JPEG 2000 say it themselves. */
function bitsOf({ doc, entries }: Picture, { kind }: Colours, code: string): number | undefined {
  const stored = doc.resolve(entries.get("BitsPerComponent"));
  if (code === "JPXDecode") return kind === "stencil" ? undefined : 8;
  // Of 8.0 poppler makes none.
  const bits = stored?.kind === "number" && /^\d+$/.test(stored.text) ? stored.value : undefined;
  if (kind === "stencil") return stored === undefined || bits === 1 ? (/^DCT/.test(code) ? undefined : 1) : undefined;
  const possible = /^DCT/.test(code)
    ? [8]
    : codes.has(code)
      ? [1]
      : kind === "palette"
        ? [1, 2, 4, 8]
        : [1, 2, 4, 8, 16];
  return bits !== undefined && possible.includes(bits) ? bits : undefined;
}

/** Whether all programs decode samples alike (§8.9.5.2): indices and stencils as they are or turned over. */
function isDecode({ doc, entries }: Picture, { kind, components }: Colours, bits: number): boolean {
  if (!entries.has("Decode")) return true;
  const items = itemsOf(doc, entries.get("Decode")).map((item) => numberOf(doc, item));
  if (components === undefined || items.length < 2 * components || items.includes(undefined)) return false;
  if (kind === "colours") return true;
  const [low, high] = items;
  const most = kind === "stencil" ? 1 : 2 ** bits - 1;
  return (low === 0 && high === most) || (low === most && high === 0);
}

const packed = /^(?:FlateDecode|Fl|LZWDecode|LZW)$/;
const predictors = new Set([1, 2, 10, 11, 12, 13, 14, 15]);
const colorsMax = 32;

/** Whether all programs undo a predictor alike (§7.4.4.4); poppler does not undo the one of TIFF of sixteen bits. */
function isUndone(doc: PdfDocument, { name, parameters }: Filter): boolean {
  if (!packed.test(name)) return true;
  const numberAt = (key: string, otherwise: number): number =>
    parameters.has(key) ? (numberOf(doc, parameters.get(key)) ?? Number.NaN) : otherwise;
  const [predictor, bits] = [numberAt("Predictor", 1), numberAt("BitsPerComponent", 8)];
  const [colors, columns] = [numberAt("Colors", 1), numberAt("Columns", 1)];
  if (!predictors.has(predictor) || ![0, 1].includes(numberAt("EarlyChange", 1))) return false;
  if (predictor === 1) return true;
  const isSize = [1, 2, 4, 8].includes(bits) || (bits === 16 && predictor !== 2);
  return isSize && isCount(columns) && isCount(colors) && colors <= colorsMax;
}

/** Whether it cannot be that all samples are there: pdf.js and MuPDF take zeros for those that are not, poppler leaves them out. */
function isShort({ stream }: Picture, filters: readonly Filter[], needed: number): boolean {
  const size = unlessBroken(() => stream.stored().size) ?? 0;
  const most = filters.reduce((all, { name }) => all * (grows.get(name) ?? Number.POSITIVE_INFINITY), size);
  return size === 0 || most < needed;
}

function octetsBehind({ doc, stream }: Picture, before: readonly Filter[]): ReturnType<PdfStream["stored"]> {
  if (before.length === 0) return stream.stored();
  const dict = withEntries(stream.dict, { Filter: pdfArray(before.map(({ as }) => as)) });
  return bytesSource(doc.decodeStream({ ...stream, dict }));
}
