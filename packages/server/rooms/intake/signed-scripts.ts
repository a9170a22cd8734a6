/**
 * Scripts and program starts in a signed file (ISO 32000-2 §12.6.4.6 Launch, §12.6.4.17 ECMAScript, §12.6.4.14 renditions with a script).
 * Its signatures protect them, so they cannot be removed, and what they show later is not what is signed now (decisions.md §12).
 */
import { catalogOf, dictionaryOf, itemsOf, nameOf, type Objects, type Resolver } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict, PdfObject } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { partsFrom } from "@siegel/kernel/pdf/reached-parts.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";

/** @throws PdfRefusal FILE_SCRIPTS_SIGNED with the page of the first one, where it stands on one */
export function refuseSignedScripts(objects: Objects, pages: readonly Page[]): void {
  const seen = new Set<number>(pages.map(({ ref }) => ref.num));
  for (const [i, { dict }] of pages.entries()) {
    const roots = [
      dict.entries.get("AA"),
      dict.entries.get("PresSteps"),
      ...itemsOf(objects, dict.entries.get("Annots")),
    ];
    const kind = firstIn(objects, roots, seen);
    if (kind !== undefined) throw new PdfRefusal("FILE_SCRIPTS_SIGNED", kind, { page: i + 1 });
  }
  const above = pages.flatMap(({ dict }) => dict.entries.get("Parent") ?? []);
  const catalog = catalogOf(objects).entries;
  const names = dictionaryOf(objects, catalog.get("Names")).entries;
  const form = dictionaryOf(objects, catalog.get("AcroForm")).entries;
  const roots = [
    ...["OpenAction", "AA", "Outlines"].map((key) => catalog.get(key)),
    ...["JavaScript", "Renditions", "AlternatePresentations", "Templates"].map((key) => names.get(key)),
    ...itemsOf(objects, form.get("Fields")),
    ...above,
  ];
  const kind = firstIn(objects, roots, seen);
  if (kind !== undefined) throw new PdfRefusal("FILE_SCRIPTS_SIGNED", kind);
}

/** What the first script or program start from these roots is. Each object is looked at once, and pages by themselves, so that one can be named. */
function firstIn(objects: Objects, roots: readonly (PdfObject | undefined)[], seen: Set<number>): string | undefined {
  const unseen: Resolver = {
    resolve: (value) => (value?.kind === "ref" && seen.has(value.num) ? undefined : objects.resolve(value)),
  };
  const reached: number[] = [];
  const begun = roots.filter((root) => root !== undefined);
  for (const { value, found } of partsFrom(unseen, begun)) {
    if (value.kind === "ref") reached.push(value.num);
    const kind = found.kind === "dict" ? kindOf(objects, found) : undefined;
    if (kind !== undefined) return kind;
  }
  for (const num of reached) seen.add(num);
  return undefined;
}

function kindOf(objects: Objects, { entries }: PdfDict): string | undefined {
  const type = nameOf(objects, entries.get("S"));
  if (type === "JavaScript") return "a script";
  if (type === "Launch") return "a program start";
  return type === "Rendition" && entries.has("JS") ? "a script" : undefined;
}
