import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type FieldValues, faultIn, fillableFields } from "../../frame/field-values.ts";

/**
 * What of the typed values can be sent: what its field does not take, half a date or too long a text, stays in the browser.
 * Sent as empty it would put nothing in the place of what the server holds.
 */
export function sendable(file: WorkflowFile, typed: FieldValues): FieldValues {
  const fields = new Map(fillableFields(file).map((field) => [field.annotation_id, field]));
  return Object.fromEntries(
    Object.entries(typed).filter(([id, value]) => {
      const field = fields.get(id);
      return field !== undefined && faultIn(field, value) === null;
    }),
  );
}
