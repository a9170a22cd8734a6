/**
 * Size, turn and resources of pages (ISO 32000-2 §7.7.3.3, §7.7.3.4), as far as readers take each their own from what a page and the nodes
 * above it say: written to the page as a browser reads them, every reader shows the same page.
 */

import { inheritedResources } from "@siegel/kernel/contents/drawn-resources.ts";
import { dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { withEntries } from "@siegel/kernel/pdf/objects.ts";
import { plainAttributes } from "@siegel/kernel/pdf/page-attributes.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";

/** MuPDF shows a point of any page that is thinner. */
const side_points_min = 1;

/**
 * Settles the pages of the pending document; answers whether one was not settled.
 * @throws PdfRefusal FILE_ACTIVE_CONTENT for a page that some readers show nothing of, whatever is written
 */
export function settlePages(update: PdfUpdate, pages: readonly Page[]): boolean {
  const settled = pages.filter((page) => settle(update, page));
  return settled.length > 0;
}

function settle(update: PdfUpdate, { ref, attributes, box }: Page): boolean {
  if (box[2] - box[0] < side_points_min || box[3] - box[1] < side_points_min)
    throw new PdfRefusal(
      "FILE_ACTIVE_CONTENT",
      "a page of less than a point, which programs show each in their own way",
    );
  const page = dictionaryOf(update, ref);
  const { Resources, isPlain } = inheritedResources(update, page);
  const plain = { ...plainAttributes(update, attributes), ...(isPlain ? {} : { Resources }) };
  if (Object.keys(plain).length === 0) return false;
  update.put(ref, withEntries(page, plain));
  return true;
}
