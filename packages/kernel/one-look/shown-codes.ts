// Text that is shown, by the fonts that it is shown with (ISO 32000-2 §9.4.3, §9.7.6): codes that programs make different things of.

import type { Scope } from "../contents/drawn-resources.ts";
import type { Operand } from "../contents/read-operators.ts";
import { readTexts, type TextBuffer } from "../contents/text-octets.ts";
import { dictionaryOf, itemsOf } from "../pdf/access.ts";
import { latin1 } from "../pdf/lexer.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex } from "../pdf/refusal.ts";
import { type FontParts, type ShownFont, shownFont, simpleFont } from "./cid-font-ambiguity.ts";

/** What was found out of fonts, by number or where they stand; and text in a font that contents take over from whoever draws them. */
export type ShownCodes = FontParts & {
  readonly fonts: Map<string, ShownFont>;
  readonly takenOver: { readonly texts: Set<string>; octets: number };
  readonly buffer: TextBuffer;
};

/** Nothing was shown. */
export const unshown = (): ShownCodes => ({
  ...{ fonts: new Map(), ways: new Map(), numbers: new Map() },
  takenOver: { texts: new Set(), octets: 0 },
  buffer: { octets: new Uint8Array(256) },
});

/** Octets of different texts, and of all of them for all fonts; hardly any form has some. */
const [takenOverMax, checkedMax] = [100_000, 10_000_000];

/** Contents, with what they draw, and what is known of fonts. */
type Around = {
  readonly doc: PdfDocument;
  readonly scope: Scope;
  readonly bytes: Uint8Array;
  readonly codes: ShownCodes;
};

/** Follows contents, operator by operator; answers what programs make different things of, in words. */
export function watchingCodes(around: Around): (operator: string, operands: readonly Operand[]) => string | undefined {
  let font: ShownFont | undefined;
  const saved: (ShownFont | undefined)[] = [];
  return (operator, operands) => {
    const kind = kinds.get(operator);
    if (kind === undefined) return undefined;
    if (kind === "text" || kind === "array") return ambiguityInText(around, operands.at(-1), font, kind);
    if (kind === "saves") saved.push(font);
    else if (kind !== "restores") {
      const [name] = operands;
      const named = typeof name === "string" ? fontNamed(around, kind, name) : undefined;
      // Instead of one that is missing programs take none, or one of simple codes.
      if (named !== undefined || kind === "Font") font = named ?? simpleFont;
      return named?.why;
    } else if (saved.length > 0) font = saved.pop();
    return undefined;
  };
}

const kinds = new Map<string, "text" | "array" | "saves" | "restores" | "Font" | "ExtGState">([
  ...["Tj", "'", '"'].map((operator) => [operator, "text"] as const),
  ...([
    ["TJ", "array"],
    ["q", "saves"],
    ["Q", "restores"],
    ["Tf", "Font"],
    ["gs", "ExtGState"],
  ] as const),
]);

function fontNamed({ doc, scope, codes }: Around, kind: "Font" | "ExtGState", name: string): ShownFont | undefined {
  const named = scope.dictionary(kind).entries.get(name);
  const stored = kind === "Font" ? named : itemsOf(doc, dictionaryOf(doc, named).entries.get("Font"))[0];
  if (stored === undefined) return undefined;
  const key = stored.kind === "ref" ? `${stored.num}` : `${scope.key} ${kind} ${name}`;
  const known = codes.fonts.get(key);
  if (known !== undefined) return known;
  const font = shownFont(doc, dictionaryOf(doc, stored), codes);
  codes.fonts.set(key, font);
  return font;
}

function ambiguityInText(
  { bytes, codes }: Around,
  text: Operand | undefined,
  font: ShownFont | undefined,
  kind: "text" | "array",
): string | undefined {
  if (typeof text !== "object" || text.at === undefined || (text.kind === "array") !== (kind === "array"))
    return "text that is none";
  let why: string | undefined;
  const isText = readTexts({ bytes, at: text.at }, codes.buffer, (octets, length) => {
    if (font === undefined) takeOver(codes, latin1(octets, 0, length));
    else why ??= font.check?.(octets, length);
  });
  // MuPDF shows nothing of an array with anything else in it, and each another text of other digits than there are.
  return isText ? why : "text that is written otherwise than texts are";
}

function takeOver({ takenOver }: ShownCodes, text: string): void {
  if (takenOver.octets > takenOverMax || takenOver.texts.has(text)) return;
  takenOver.texts.add(text);
  takenOver.octets += text.length + 1;
}

/**
 * What programs make different things of in text whose font is that of whoever draws the contents (§8.10.1): of any, as a form may be drawn
 * by many.
 * @throws PdfRefusal FILE_TOO_COMPLEX for text without end
 */
export function ambiguityInTakenOver({ fonts, takenOver }: ShownCodes): string | undefined {
  const { texts, octets } = takenOver;
  const checks = [...fonts.values()].flatMap(({ check }) => check ?? []);
  if (checks.length > 0 && (octets > takenOverMax || octets * checks.length > checkedMax))
    throw tooComplex("text in the fonts of others without end");
  for (const text of texts) {
    const read = Buffer.from(text, "latin1");
    for (const check of checks) {
      const why = check(read, read.length);
      if (why !== undefined) return why;
    }
  }
  return undefined;
}
