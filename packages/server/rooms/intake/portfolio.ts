/**
 * Portfolios (ISO 32000-2 §12.3.5 collections): a catalog with /Collection makes readers that know it open a file embedded in the
 * document, the one that /D names, instead of its pages. Pages are what is shown here and signed, so the entry goes; the embedded
 * files stay, as those of an invoice do.
 */
import { catalogOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { withEntries } from "@siegel/kernel/pdf/objects.ts";

/** Whether the catalog has a /Collection, of whatever kind: readers differ on one that is no dictionary. */
export function isPortfolio(objects: Objects): boolean {
  return objects.resolve(catalogOf(objects).entries.get("Collection")) !== undefined;
}

/** Lets the pending document open with its pages in every reader; answers whether there was anything to take out. */
export function removePortfolio(update: PdfUpdate): boolean {
  if (!isPortfolio(update)) return false;
  update.put(update.root, withEntries(catalogOf(update), { Collection: undefined }));
  return true;
}
