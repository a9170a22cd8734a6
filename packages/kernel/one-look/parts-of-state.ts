// Parts of a graphics state (ISO 32000-2 §8.4.1) that contents take over from whoever draws them, as far as each operator sets or uses them.

import type { Operand } from "../contents/read-operators.ts";
import { itemsOf, numberOf } from "../pdf/access.ts";
import type { PdfDict } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import type { Kind } from "./painting-operators.ts";

const atFirst = { w: 1, J: 0, j: 0, M: 10, Tr: 0, Tc: 0, Tw: 0, Tz: 100, Ts: 0, TL: 0 };

/** Parts by the operators that set them (tables 56 and 103), and both colours. */
export type Part = Kind | "d" | "Tf" | keyof typeof atFirst;
/** A part that is set, and whether it is as at the beginning of a page. */
export type SetPart = readonly [part: Part, isPlain: boolean];

const ofLines: readonly Part[] = ["w", "J", "j", "M", "d"];
/** All but the colours. */
export const plainParts: readonly Part[] = [...(Object.keys(atFirst) as (keyof typeof atFirst)[]), "d", "Tf"];
const nextLine = new Set(["T*", "'", '"']);

const isNumberPart = (operator: string): operator is keyof typeof atFirst => Object.hasOwn(atFirst, operator);
const asAtFirst = (part: keyof typeof atFirst, value: unknown): SetPart => [part, value === atFirst[part]];

/** What an operator sets of a state; colours are followed elsewhere. */
export function partsSetBy(operator: string, [first, second]: readonly Operand[]): readonly SetPart[] {
  if (isNumberPart(operator)) return [asAtFirst(operator, first)];
  switch (operator) {
    case "d":
      return [["d", typeof first === "object" && first.numbers.length === 0]];
    case "Tf":
      return [["Tf", false]];
    case "TD":
      return [asAtFirst("TL", second)];
    case '"':
      return [asAtFirst("Tw", first), asAtFirst("Tc", second)];
    default:
      return [];
  }
}

const keys = { LW: "w", LC: "J", LJ: "j", ML: "M" } as const;

/** The same of a parameter dictionary. */
export function partsSetIn(doc: PdfDocument, { entries }: PdfDict): readonly SetPart[] {
  const parts: SetPart[] = [];
  for (const [key, part] of Object.entries(keys))
    if (entries.has(key)) parts.push(asAtFirst(part, numberOf(doc, entries.get(key))));
  if (entries.has("D")) parts.push(["d", itemsOf(doc, itemsOf(doc, entries.get("D"))[0]).length === 0]);
  if (entries.has("Font")) parts.push(["Tf", false]);
  return parts;
}

/** What an operator makes use of that paints with colours of some kinds. */
export function partsUsedBy(operator: string, kinds: readonly Kind[], isText: boolean): readonly Part[] {
  const parts: Part[] = [...kinds];
  if (kinds.includes("stroke")) parts.push(...ofLines);
  if (isText) parts.push("Tf", "Tr", "Tc", "Tw", "Tz", "Ts");
  if (nextLine.has(operator)) parts.push("TL");
  return parts;
}
