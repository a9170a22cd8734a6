/** A value as a person reads it; pure, so that every page says the same of it. */
import type { OwnField } from "@siegel/contract/calls/files.ts";
import { fillsField } from "@siegel/contract/field-entry.ts";
import type { Translate } from "../i18n/catalogue.ts";
import { labelOf } from "./choice-text.ts";

/** What stands in a field: text, the label of what is chosen, whether a box is ticked. */
export function shownValue(field: OwnField, value: string, t: Translate): string {
  if (!fillsField(value, field)) return t(field.kind === "checkbox" ? "entry.unticked" : "entry.empty");
  if (field.kind === "checkbox") return t("entry.ticked");
  return labelOf(field.options, value);
}
