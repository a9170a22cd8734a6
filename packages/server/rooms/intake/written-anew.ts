/**
 * What an unsigned file holds and a prepared one must not: scripts, programs, media, references to files outside, XFA beside a form's
 * fields, and what opens an embedded file in place of the pages. It goes when the file is written anew (decisions.md §12), so that no
 * earlier revision of the prepared file holds it either.
 */

import { formOf } from "@siegel/kernel/forms/field-tree.ts";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { isSlowToSign } from "@siegel/kernel/pades/rehearse-signing.ts";
import { catalogOf, dictionaryOf, itemsOf } from "@siegel/kernel/pdf/access.ts";
import { beginUpdate, type PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfObject, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages, type Page } from "@siegel/kernel/pdf/pages.ts";
import type { Change, Repair } from "@siegel/kernel/repair/normalise.ts";
import { removeActiveContent } from "./active-content.ts";
import { removeCirclingActions } from "./circling-actions.ts";
import { removeOutsideParts } from "./outside-parts.ts";
import { removePortfolio } from "./portfolio.ts";
import { constraintsOf } from "./signed-files.ts";

/** What to leave out of a file or to repair; nothing if it is signed or certified. @throws PdfRefusal for a part that cannot be left out */
export function changesOf(doc: PdfDocument): Change {
  const pages = listPages(doc);
  if (constraintsOf(doc, listFields(doc, pages)).isSigned) return { repairs: [], objects: new Map() };
  const objects = new Map<number, PdfObject>();
  const pending = beginUpdate(doc);
  const update: PdfUpdate = {
    ...pending,
    put: (ref, object) => {
      objects.set(ref.num, object);
      pending.put(ref, object);
    },
  };
  const repairs: Repair[] = removeCirclingActions(update, pages) ? ["circling-actions-removed"] : [];
  repairs.push(...removeActiveContent(update, pages));
  if (removeMisplacedAnnotations(update, pages)) repairs.push("annotations-mended");
  if (removeOutsideParts(update, pages)) repairs.push("outside-parts-removed");
  if (removePortfolio(update)) repairs.push("portfolio-removed");
  if (removeXfa(update)) repairs.push("xfa-removed");
  // Each signature would unpack them again; a file written anew has its objects unpacked.
  if (isSlowToSign(doc.source)) repairs.push("objects-unpacked");
  return { repairs, objects };
}

/** Annotations of a page stand in an array (ISO 32000-2 §7.7.3.3 table 31); readers show nothing if it is something else. */
function removeMisplacedAnnotations(update: PdfUpdate, pages: readonly Page[]): boolean {
  const misplaced = pages.filter(({ ref }) => {
    const stored = update.resolve(dictionaryOf(update, ref).entries.get("Annots"));
    return stored !== undefined && stored.kind !== "array";
  });
  for (const { ref } of misplaced) update.put(ref, withEntries(dictionaryOf(update, ref), { Annots: undefined }));
  return misplaced.length > 0;
}

/** A file without fields has only the XFA to show: it is refused later, unchanged. */
function removeXfa(update: PdfUpdate): boolean {
  const form = formOf(update);
  if (!form.entries.has("XFA") || itemsOf(update, form.entries.get("Fields")).length === 0) return false;
  const catalog = catalogOf(update);
  const at = catalog.entries.get("AcroForm");
  const clean = withEntries(form, { XFA: undefined });
  if (at?.kind === "ref") update.put(at, clean);
  else update.put(update.root, withEntries(dictionaryOf(update, update.root), { AcroForm: clean }));
  return true;
}
