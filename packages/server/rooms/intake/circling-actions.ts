/**
 * Additional actions of pages and fields (ISO 32000-2 §12.6.3 /AA) that go in circles: a reference that leads to itself, steps that lead back to
 * the first, pages that send their reader to each other. Some readers hang over them. They do nothing else, so nobody misses them.
 */
import { dictionaryOf, itemsOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { cleanTree, fieldsOf } from "./active-content.ts";

/** A chain of more steps has no end. */
const steps_max = 100;

/** Takes them out of the pending document; answers whether there were any. Other actions on their way are left to active-content.ts. */
export function removeCirclingActions(update: PdfUpdate, pages: readonly Page[]): boolean {
  const circling = pagesInCircles(update, pages);
  let found = false;
  for (const { ref } of pages) {
    const dict = dictionaryOf(update, ref);
    if (!circling.has(ref.num) && !goesInCircles(update, dict)) continue;
    update.put(ref, withEntries(dict, { AA: undefined }));
    found = true;
  }
  const clean = (node: PdfDict): PdfDict => (goesInCircles(update, node) ? withEntries(node, { AA: undefined }) : node);
  const fields = [...fieldsOf(update), ...pages.flatMap(({ dict }) => itemsOf(update, dict.entries.get("Annots")))];
  return cleanTree(update, fields, { links: ["Kids", "Parent"], clean }) || found;
}

function goesInCircles(update: PdfUpdate, dict: PdfDict): boolean {
  const stored = dict.entries.get("AA");
  if (stored === undefined) return false;
  const events = resolved(update, stored);
  if (events === "circle") return true;
  return events?.kind === "dict" && [...events.entries.values()].some((action) => isCircle(update, action));
}

/** Whether the steps of an action, all of which go to a page, have no end. */
function isCircle(update: PdfUpdate, action: PdfObject): boolean {
  let step: PdfObject | undefined = action;
  for (let steps = 0; steps < steps_max; steps += 1) {
    const found = resolved(update, step);
    if (found === "circle") return true;
    if (found?.kind !== "dict" || nameOf(update, found.entries.get("S")) !== "GoTo") return false;
    const next = found.entries.get("Next");
    const several = resolved(update, next);
    step = several !== "circle" && several?.kind === "array" ? several.items[0] : next;
  }
  return true;
}

/** What a reference leads to, or that it leads to itself. */
function resolved(update: PdfUpdate, value: PdfObject | undefined): PdfObject | undefined | "circle" {
  try {
    return update.resolve(value);
  } catch (fault) {
    if (fault instanceof PdfRefusal && fault.code === "FILE_BROKEN") return "circle";
    throw fault;
  }
}

/** Pages from which a reader who follows their actions never comes to rest, by object number. */
function pagesInCircles(update: PdfUpdate, pages: readonly Page[]): ReadonlySet<number> {
  const left = new Map<number, number>();
  const cameFrom = new Map<number, number[]>();
  for (const { ref, dict } of pages) {
    const targets = new Set(targetsOf(update, dict));
    left.set(ref.num, targets.size);
    for (const target of targets) cameFrom.set(target, [...(cameFrom.get(target) ?? []), ref.num]);
  }
  // A page that leads only to resting pages is a resting page too. The pages left over in the end lead in circles.
  const resting = [...cameFrom.keys(), ...left.keys()].filter((num) => (left.get(num) ?? 0) === 0);
  for (let page = resting.pop(); page !== undefined; page = resting.pop()) {
    for (const before of cameFrom.get(page) ?? []) {
      left.set(before, (left.get(before) ?? 0) - 1);
      if (left.get(before) === 0) resting.push(before);
    }
    cameFrom.delete(page);
  }
  return new Set([...left].flatMap(([num, count]) => (count > 0 ? num : [])));
}

/** The pages that a page's own actions go to, by explicit destinations (§12.3.2.2). */
function targetsOf(update: PdfUpdate, page: PdfDict): number[] {
  const events = resolved(update, page.entries.get("AA"));
  if (events === "circle" || events?.kind !== "dict") return [];
  return [...events.entries.values()].flatMap((action) => {
    const found = resolved(update, action);
    if (found === "circle" || found?.kind !== "dict" || nameOf(update, found.entries.get("S")) !== "GoTo") return [];
    const [target] = itemsOf(update, found.entries.get("D"));
    return target?.kind === "ref" ? [target.num] : [];
  });
}
