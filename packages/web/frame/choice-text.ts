/** What is read in a choice and what is stored of it; pure. A signature writes the label of what is stored (docs/flows/forms.md §9). */
import type { OwnField } from "@siegel/contract/calls/files.ts";

type Options = OwnField["options"];

/** What a person reads of a value. */
export function labelOf(options: Options, value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** The value that is stored when somebody writes this: that of the option which is read so, else what was written. */
export function chosenBy(options: Options, written: string): string {
  return options.find((option) => option.label === written)?.value ?? written;
}
