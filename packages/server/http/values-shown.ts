/** What a page says it showed of its signer's values. */
import type { shownFile } from "@siegel/contract/calls/files.ts";
import type { z } from "zod";
import type { FieldValue } from "../rooms/documents/documents.ts";

/** The values in the files a page echoes; none where it says nothing. */
export const valuesShown = (files: ReadonlyArray<z.output<typeof shownFile>> = []): FieldValue[] =>
  files.flatMap(({ id, xfdf_annotations }) =>
    xfdf_annotations.map(({ annotation_id, value }) => ({ fileId: id, name: annotation_id, value })),
  );
