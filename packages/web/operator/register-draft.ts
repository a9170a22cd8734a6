/** What an operator types of an extract, and what is wrong with it before it is sent. */
import type { OperatorOrganisationView } from "@siegel/contract/calls/operator-organisations.ts";
import { organizationIdentifierPattern, whyNotExtract } from "@siegel/contract/register.ts";
import type { TextKey } from "../i18n/text-key.ts";

/** A person who may act for the organisation. */
export type Person = { readonly first_name: string; readonly last_name: string; readonly email: string };
/** As the call takes it. */
export type Draft = {
  readonly legal_name: string;
  readonly organization_identifier: string;
  readonly country: string;
  readonly locality: string;
  readonly extract_reference: string;
  readonly extract_day: string;
  readonly representatives: readonly Person[];
};

/** By field, `email0` for the address of the first person. */
export type RegisterFaults = Readonly<Record<string, TextKey>>;

/** Begins with what is known; the extract is always a new one. */
export function draftOf({ name, register }: OperatorOrganisationView): Draft {
  const known = register.check ?? register.verified;
  return {
    legal_name: known?.legal_name ?? name,
    organization_identifier: known?.organization_identifier ?? "",
    country: known?.country ?? "DE",
    locality: known?.locality ?? "",
    extract_reference: known?.extract_reference ?? "",
    extract_day: "",
    representatives: known?.representatives ?? [{ first_name: "", last_name: "", email: "" }],
  };
}

/** What is wrong; nothing: empty. The server looks closer. */
export function faultsOf(draft: Draft, now: Date): RegisterFaults {
  const faults: Record<string, TextKey> = {};
  for (const [name, value] of Object.entries(draft))
    if (typeof value === "string" && value.trim() === "") faults[name] = "frame.required";
  if (!faults.organization_identifier && !organizationIdentifierPattern.test(draft.organization_identifier.trim()))
    faults.organization_identifier = "operator.identifierFault";
  if (!faults.country && !/^[A-Z]{2}$/.test(draft.country.trim())) faults.country = "operator.countryFault";
  if (!faults.extract_day && whyNotExtract(draft.extract_day, now) !== null)
    faults.extract_day = "Responses.REGISTER_EXTRACT_OLD";
  for (const [index, person] of draft.representatives.entries())
    for (const [name, value] of Object.entries(person))
      if (value.trim() === "") faults[`${name}${index}`] = "frame.required";
  return faults;
}
