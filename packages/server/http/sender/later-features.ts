/** Fields of the sender's API that are specified but not there yet: refused by name, never ignored (decisions.md §10). */
import { laterFields } from "@siegel/contract/calls/sending.ts";
import type { Said } from "@siegel/contract/said.ts";

/** The paths of all such fields in a request for a workflow. Anything malformed is the schema's. */
export function laterFeaturesIn(body: unknown): string[] {
  const workflow = fieldsOf(body);
  return listOf(workflow.signers).flatMap(({ type }, n) =>
    includes(laterFields.signerTypes, type) ? [`signers.${n}.type`] : [],
  );
}

/** What is said of one of them. */
export const laterFeature: Said = {
  en: "this is not available yet; leave it out, or choose another value",
  de: "das gibt es noch nicht; lassen Sie es weg oder wählen Sie einen anderen Wert",
};

type Fields = Readonly<Record<string, unknown>>;

// Never a copy: an object may have any number of members.
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const includes = (names: readonly string[], value: unknown) => typeof value === "string" && names.includes(value);
