// Forms that fill areas with black and do nothing else (ISO 32000-2 §8.5.3, §8.10): what they are as light follows from how opaque they are.

import { pathConstruction } from "../contents/operators.ts";
import { type Operand, readContents } from "../contents/read-operators.ts";
import { dictionaryOf, nameOf, numberOf, type Resolver } from "../pdf/access.ts";
import type { PdfDict, PdfStream } from "../pdf/objects.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Who can read what a stream holds. */
type Reader = Resolver & { readonly decodeStream: (stream: PdfStream) => Uint8Array };

/** The shape of a clip has some hundred octets; a form of more is taken for something else. */
const [packedMax, octetsMax] = [100_000, 1_000_000];

/** Whether a form fills areas with the black of /DeviceRGB or /DeviceGray, however opaque, and nothing else. */
export function fillsOnlyBlack(reader: Reader, form: PdfStream): boolean {
  const octets = unlessBroken(() => (form.stored().size > packedMax ? undefined : reader.decodeStream(form)));
  if (octets === undefined || octets.length > octetsMax) return false;
  // Without any it may draw with the page's; with spaces of its own, black may be another colour (§8.6.5.6).
  const resources = reader.resolve(form.dict.entries.get("Resources"));
  if (resources?.kind !== "dict" || resources.entries.has("ColorSpace")) return false;
  const states = dictionaryOf(reader, resources.entries.get("ExtGState"));
  // A name that is not here, some look for around the form.
  const isPlain = (name: Operand | undefined): boolean => {
    const state = reader.resolve(typeof name === "string" ? states.entries.get(name) : undefined);
    return state?.kind === "dict" && isPlainState(reader, state);
  };
  let isAmbiguous = false;
  const walks = unlessBroken(() =>
    readContents({ bytes: octets, componentsOf: () => undefined, onAmbiguous: () => (isAmbiguous = true) }, () => {
      const walk: Walk = { isBlack: false, saved: [], fills: true };
      return { walk, operate: (operator, operands) => operate(walk, operator, { operands, isPlain }) };
    }),
  );
  return walks?.every(({ fills }) => fills) === true && !isAmbiguous;
}

/** `isBlack`: areas are, from here on; `fills`: there was nothing else than areas in black. */
type Walk = { isBlack: boolean; readonly saved: boolean[]; fills: boolean };
type Given = { readonly operands: readonly Operand[]; readonly isPlain: (name: Operand | undefined) => boolean };

const shapes = new Set(["cm", ...pathConstruction, "W", "W*", "n"]);

/** What a form begins with is not known: its first colour is one that it sets. */
function operate(walk: Walk, operator: string, { operands, isPlain }: Given): void {
  const { saved } = walk;
  if (operator === "q") saved.push(walk.isBlack);
  else if (operator === "Q") walk.isBlack = saved.pop() ?? false;
  else if (operator === "rg" || operator === "g") {
    walk.isBlack = isNothing(operands, operator === "g" ? 1 : 3);
    walk.fills &&= walk.isBlack;
  } else if (operator === "RG" || operator === "G") walk.fills &&= isNothing(operands, operator === "G" ? 1 : 3);
  else if (operator === "f" || operator === "f*") walk.fills &&= walk.isBlack;
  else if (operator === "gs") walk.fills &&= isPlain(operands[0]);
  else walk.fills &&= shapes.has(operator);
}

const isNothing = (operands: readonly Operand[], count: number): boolean =>
  operands.length === count && operands.every((operand) => operand === 0);

const ofLines = new Set(["Type", "CA", "LW", "LC", "LJ", "ML", "SA"]);

/** Whether it says how opaque areas are, and of them nothing else. */
function isPlainState(reader: Reader, { entries }: PdfDict): boolean {
  return [...entries.keys()].every((key) => {
    if (key === "BM") return nameOf(reader, entries.get(key)) === "Normal";
    const opacity = key === "ca" ? numberOf(reader, entries.get(key)) : undefined;
    return ofLines.has(key) || (opacity !== undefined && opacity >= 0 && opacity <= 1);
  });
}
