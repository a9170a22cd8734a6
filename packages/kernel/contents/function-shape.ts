// How many numbers a function takes and gives (ISO 32000-2 §7.10): of one that does not say it whole, programs compute each something
// else, or nothing.
import { dictionaryOf, integerOf, numberOf, numbersOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";

/** Numbers that go in, and that come out. */
export type FunctionShape = { readonly inputs: number; readonly outputs: number };

const stitchedMax = 8;

/** Shapes that were looked at, by number: the same function may stand in many places. */
type Known = Map<number, FunctionShape | undefined>;

/** Of one function; nothing of one that lacks what its kind must have. */
export function shapeOf(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  known: Known = new Map(),
  depth = 0,
): FunctionShape | undefined {
  const num = stored?.kind === "ref" ? stored.num : undefined;
  if (num !== undefined && known.has(num)) return known.get(num);
  const shape = shapeOfOwn(doc, stored, known, depth);
  if (num !== undefined) known.set(num, shape);
  return shape;
}

function shapeOfOwn(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  known: Known,
  depth: number,
): FunctionShape | undefined {
  const { entries } = dictionaryOf(doc, stored);
  const [domain, range] = [numbersOf(doc, entries.get("Domain")), numbersOf(doc, entries.get("Range"))];
  const isRanged = range !== undefined && range.length > 0 && range.length % 2 === 0;
  if (domain === undefined || domain.length === 0 || domain.length % 2 !== 0 || depth > stitchedMax) return undefined;
  const inputs = domain.length / 2;
  switch (integerOf(doc, entries.get("FunctionType"))) {
    case 0:
    case 4:
      // These say their outputs by nothing else (§7.10.2, §7.10.5).
      return isRanged && doc.resolve(stored)?.kind === "stream" ? { inputs, outputs: range.length / 2 } : undefined;
    case 2: {
      const [from, to] = ["C0", "C1"].map((key, i) => (entries.has(key) ? numbersOf(doc, entries.get(key)) : [i]));
      const isWhole = inputs === 1 && numberOf(doc, entries.get("N")) !== undefined;
      return isWhole && from && from.length === to?.length ? { inputs, outputs: from.length } : undefined;
    }
    case 3:
      return inputs === 1 ? stitchedShape(doc, entries, known, depth) : undefined;
    default:
      return undefined;
  }
}

function stitchedShape(
  doc: PdfDocument,
  entries: ReadonlyMap<string, PdfObject>,
  known: Known,
  depth: number,
): FunctionShape | undefined {
  const functions = doc.resolve(entries.get("Functions"));
  const shapes = functions?.kind === "array" ? functions.items.map((each) => shapeOf(doc, each, known, depth + 1)) : [];
  const [first] = shapes;
  const isWhole =
    numbersOf(doc, entries.get("Bounds"))?.length === shapes.length - 1 &&
    numbersOf(doc, entries.get("Encode"))?.length === 2 * shapes.length &&
    shapes.every((shape) => shape?.inputs === 1 && shape.outputs === first?.outputs);
  return isWhole ? first : undefined;
}
