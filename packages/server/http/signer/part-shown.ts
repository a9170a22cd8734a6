/** What a page says it showed of its signer's part. */
import type { shownFile } from "@siegel/contract/calls/files.ts";
import type { z } from "zod";
import type { Shown } from "../../rooms/documents/documents.ts";

/** The values and images in the files a page echoes; none where it says nothing. */
export const partShown = (files: ReadonlyArray<z.output<typeof shownFile>> = []): Shown => ({
  values: files.flatMap(({ id, xfdf_annotations }) =>
    xfdf_annotations.map(({ annotation_id, value }) => ({ fileId: id, name: annotation_id, value })),
  ),
  images: files.flatMap(({ signature_image }) => (signature_image === undefined ? [] : [signature_image])),
});
