/** Fields of the sender's API that are specified but not there yet: refused by name, never ignored (decisions.md §10). */
import { laterFields } from "@siegel/contract/calls/sending.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";

/** The first such field of a request for a workflow, as a refusal; null where there is none. Anything malformed is the schema's. */
export function refuseLaterFeatures(body: unknown): WireRefusal | null {
  const workflow = fieldsOf(body);
  const found = firstOf(workflow, laterFields.workflow, "") ?? firstIn(listOf(workflow.signers), inSigner);
  return found === null
    ? null
    : { ok: false, code: "FEATURE_NOT_AVAILABLE", messages: [`${found}: not available yet`, found] };
}

function inSigner(signer: Fields, n: number): string | null {
  return includes(laterFields.signerTypes, signer.type) ? `signers.${n}.type` : null;
}

type Fields = Readonly<Record<string, unknown>>;

// Never a copy: an object may have any number of members.
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const includes = (names: readonly string[], value: unknown) => typeof value === "string" && names.includes(value);

function firstOf(fields: Fields, names: readonly string[], path: string): string | null {
  const name = names.find((one) => one in fields);
  return name === undefined ? null : path + name;
}

function firstIn(list: readonly Fields[], find: (fields: Fields, n: number) => string | null): string | null {
  for (const [n, fields] of list.entries()) {
    const found = find(fields, n);
    if (found !== null) return found;
  }
  return null;
}
