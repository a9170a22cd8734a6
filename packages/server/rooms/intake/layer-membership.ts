/**
 * Which layers a page draws with, and when what belongs to several shows (ISO 32000-2 §8.11.2.2): some readers go by the
 * expression (/VE), others by the policy beside it (/P), so both have to say the same.
 */
import { dictionaryOf, itemsOf, nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict, PdfObject, PdfRef } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { partsDrawn } from "./active-content-streams.ts";

const depthMax = 30;

type Named = { readonly groups: readonly PdfRef[]; readonly memberships: readonly PdfDict[] };

/** The layers that pages draw with, listed or not. @throws FILE_ACTIVE_CONTENT for one that hides at times and stands in what names it, where no list can name it */
export function layersNamed(objects: Objects, pages: readonly Page[]): Named {
  const groups = new Map<number, PdfRef>();
  const memberships: PdfDict[] = [];
  for (const { value, found } of partsDrawn(objects, pages)) {
    if (found.kind !== "dict") continue;
    const type = nameOf(objects, found.entries.get("Type"));
    if (type === "OCMD") memberships.push(found);
    if (type !== "OCG") continue;
    if (value.kind === "ref") groups.set(value.num, value);
    else if (hidesAtTimes(objects, found))
      throw new PdfRefusal("FILE_ACTIVE_CONTENT", "a layer that is no object of its own hides at times");
  }
  return { groups: [...groups.values()], memberships };
}

function hidesAtTimes(objects: Objects, group: PdfDict): boolean {
  const usage = dictionaryOf(objects, group.entries.get("Usage"));
  const states = ["View", "Print", "Export"].map((occasion) =>
    nameOf(objects, dictionaryOf(objects, usage.entries.get(occasion)).entries.get(`${occasion}State`)),
  );
  return usage.entries.has("Zoom") || states.includes("OFF");
}

/** @throws FILE_ACTIVE_CONTENT where expression and policy differ, with the layers as the document opens */
export function refuseTwoRules(objects: Objects, memberships: readonly PdfDict[], settings: PdfDict): void {
  const numbers = (key: string): Set<number> =>
    new Set(itemsOf(objects, settings.entries.get(key)).flatMap((item) => (item.kind === "ref" ? [item.num] : [])));
  const [on, off] = [numbers("ON"), numbers("OFF")];
  const isOnAtFirst = nameOf(objects, settings.entries.get("BaseState")) !== "OFF";
  const isOn: IsOn = (group) => group.kind !== "ref" || !(off.has(group.num) || (!isOnAtFirst && !on.has(group.num)));
  for (const membership of memberships) {
    const expression = objects.resolve(membership.entries.get("VE"));
    if (expression?.kind !== "array") continue;
    if (holds(objects, expression, { isOn, depth: 0 }) !== byPolicy(objects, membership, isOn))
      throw new PdfRefusal("FILE_ACTIVE_CONTENT", "layers whose expression and policy differ");
  }
}

type IsOn = (group: PdfObject) => boolean;

function holds(objects: Objects, value: PdfObject, { isOn, depth }: { isOn: IsOn; depth: number }): boolean {
  if (depth > depthMax) throw new PdfRefusal("FILE_ACTIVE_CONTENT", "an expression of layers without end");
  const expression = objects.resolve(value);
  if (expression?.kind !== "array") return isOn(value);
  const [operator, ...operands] = expression.items;
  const each = (operand: PdfObject): boolean => holds(objects, operand, { isOn, depth: depth + 1 });
  const name = nameOf(objects, operator);
  if (name === "Not") return !operands.slice(0, 1).every(each);
  return name === "Or" ? operands.some(each) : operands.every(each);
}

function byPolicy(objects: Objects, membership: PdfDict, isOn: IsOn): boolean {
  const stored = membership.entries.get("OCGs");
  const isList = objects.resolve(stored)?.kind === "array";
  const all = isList ? itemsOf(objects, stored) : stored === undefined ? [] : [stored];
  const groups = all.filter((group) => dictionaryOf(objects, group).entries.size > 0);
  if (groups.length === 0) return true;
  const policy = nameOf(objects, membership.entries.get("P")) ?? "AnyOn";
  if (policy === "AllOn") return groups.every(isOn);
  if (policy === "AnyOff") return !groups.every(isOn);
  return policy === "AllOff" ? !groups.some(isOn) : groups.some(isOn);
}
