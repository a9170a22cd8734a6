/** Values in a prepared document, drawn as a signature draws them. */

import type { FieldValues } from "@siegel/kernel/forms/fill-fields.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { fillFields } from "../../../fixtures/fill-fields.ts";
import { shaper } from "./shaper.ts";

/** The document with these values, in the product's fonts. */
export function fillIn(prepared: Uint8Array, values: FieldValues): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(prepared)));
  fillFields(update, { values, shaper });
  return Buffer.concat([prepared, update.finish({ id: new Uint8Array(16) }).bytes]);
}
