// Operators that paint (ISO 32000-2 §8.5.3, §8.8, §9.4.3), and with which colours.

import type { Scope } from "../contents/drawn-resources.ts";
import { fills, strokes } from "../contents/operators.ts";
import type { Operand } from "../contents/read-operators.ts";
import { dictionaryOf, nameOf } from "../pdf/access.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { isInlineStencil } from "./inline-picture.ts";

/** What colours are of: of areas, and of lines. */
export type Kind = "fill" | "stroke";
/** Both. */
export const both: readonly Kind[] = ["fill", "stroke"];

/** Table 104; of a form that takes over its mode, both. */
export function kindsOfText(mode: number | undefined): readonly Kind[] {
  if (mode === undefined) return both;
  return both.filter((kind) => (kind === "fill" ? [0, 2, 4, 6] : [1, 2, 5, 6]).includes(mode));
}

/** Those of an operator that is none of text. */
export function kindsOf(
  { doc, scope }: { readonly doc: PdfDocument; readonly scope: Scope },
  operator: string,
  operand: Operand | undefined,
): readonly Kind[] {
  const isStencil = operator === "Do" ? drawnBy(doc, scope, operand) === "stencil" : isInline(operand, true);
  if (isStencil) return ["fill"];
  return both.filter((kind) => (kind === "fill" ? fills : strokes).has(operator));
}

/** What a name stands for that is drawn (§8.8); stencils are painted in the colour of areas (§8.9.6.2). */
export function drawnBy(
  doc: PdfDocument,
  scope: Scope,
  name: Operand | undefined,
): "form" | "picture" | "stencil" | undefined {
  const stored = typeof name === "string" ? scope.dictionary("XObject").entries.get(name) : undefined;
  if (doc.resolve(stored) === undefined) return undefined;
  const { entries } = dictionaryOf(doc, stored);
  if (nameOf(doc, entries.get("Subtype")) !== "Image") return "form";
  const said = doc.resolve(entries.get("ImageMask"));
  return said?.kind === "boolean" && said.value ? "stencil" : "picture";
}

const isInline = (operand: Operand | undefined, isStencil: boolean): boolean =>
  typeof operand === "object" && operand.image !== undefined && isInlineStencil(operand.image) === isStencil;

/** Whether it is a picture, drawn by name or inline, that is no stencil. */
export const isInColours = (doc: PdfDocument, scope: Scope, operand: Operand | undefined): boolean =>
  drawnBy(doc, scope, operand) === "picture" || isInline(operand, false);
