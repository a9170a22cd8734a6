/** What the signer has filled in, as values of the fields; pure, so that page, guide and sheet agree. */
import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";

/** Values by full field name. */
export type FieldValues = Readonly<Record<string, string>>;

/** The fields a person types into; the signature's place is filled by the service. */
export function fillableFields(file: WorkflowFile): readonly OwnField[] {
  return inReadingOrder(file.fields.filter((field) => field.kind === "text"));
}

/** From page to page, from top to bottom, from left to right: so the guide leads, and so the Tab key goes. */
export function inReadingOrder(fields: readonly OwnField[]): readonly OwnField[] {
  const [left, top] = [0, 3];
  return [...fields].sort(
    (a, b) => a.page - b.page || (b.rect[top] ?? 0) - (a.rect[top] ?? 0) || (a.rect[left] ?? 0) - (b.rect[left] ?? 0),
  );
}

/** The stored values of a file. */
export function storedValues(file: WorkflowFile): FieldValues {
  return Object.fromEntries(file.xfdf_annotations.map(({ annotation_id, value }) => [annotation_id, value]));
}

/** Whether something stands in the field. */
export function isFilled(field: OwnField, values: FieldValues): boolean {
  return (values[field.annotation_id] ?? "").trim() !== "";
}

/** The first required field in which nothing stands, or null. */
export function firstMissing(fields: readonly OwnField[], values: FieldValues): OwnField | null {
  return fields.find((field) => field.required && !isFilled(field, values)) ?? null;
}
