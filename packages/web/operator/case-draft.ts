/** What an operator types of a person in front of them, and what is wrong with it before it is sent. */
import { type AccountFault, emailFault, nameFault } from "@siegel/contract/account-rules.ts";
import type { CaseView, documentKinds } from "@siegel/contract/calls/operator-cases.ts";
import { default_phone_country, type Language } from "@siegel/contract/limits.ts";
import type { TextKey } from "../i18n/text-key.ts";

/** The lines of the form. `phone` is as typed, of the country `phone_country`. */
export type CaseDraft = {
  readonly first_name: string;
  readonly last_name: string;
  readonly birthdate: string;
  readonly nationality: string;
  readonly document_kind: (typeof documentKinds)[number];
  readonly document_number: string;
  readonly document_valid_until: string;
  readonly document_issuer: string;
  readonly email: string;
  readonly phone: string;
  readonly phone_country: string;
  /** Of the mails and text messages to them. */
  readonly language: Language;
  readonly seals: boolean;
  readonly organization_id: string | null;
};

/** By field. */
export type CaseFaults = Readonly<Partial<Record<keyof CaseDraft, TextKey>>>;

/** Begins empty, or with a person who comes again: their document is looked at anew, and their phone may be another. */
export const draftOf = (known: CaseView | null, language: Language): CaseDraft => ({
  first_name: known?.first_name ?? "",
  last_name: known?.last_name ?? "",
  birthdate: known?.birthdate ?? "",
  nationality: known?.nationality ?? default_phone_country,
  document_kind: known?.document_kind ?? "id_card",
  document_number: "",
  document_valid_until: "",
  document_issuer: "",
  email: known?.email ?? "",
  phone: "",
  phone_country: default_phone_country,
  language,
  seals: (known?.organization_id ?? null) !== null,
  organization_id: known?.organization_id ?? null,
});

const textOf = (fault: AccountFault | null): TextKey | null =>
  fault === null ? null : fault === "required" ? "frame.required" : (`fault.${fault}` as TextKey);
const filled = (typed: string): TextKey | null => (typed.trim() === "" ? "frame.required" : null);

/** What is wrong; nothing: empty. The server looks closer. */
export async function caseFaultsOf(draft: CaseDraft, today: string): Promise<CaseFaults> {
  // The metadata of all countries' numbers is larger than everything else here.
  const { phoneFault } = await import("@siegel/contract/account-phone.ts");
  const all: Readonly<Partial<Record<keyof CaseDraft, TextKey | null>>> = {
    organization_id: draft.seals && draft.organization_id === null ? "frame.required" : null,
    first_name: textOf(nameFault(draft.first_name)),
    last_name: textOf(nameFault(draft.last_name)),
    birthdate: filled(draft.birthdate) ?? (draft.birthdate < today ? null : "cases.dayFault"),
    document_number: filled(draft.document_number),
    document_valid_until:
      filled(draft.document_valid_until) ??
      (draft.document_valid_until < today ? "Responses.IDENTITY_DOCUMENT_EXPIRED" : null),
    document_issuer: filled(draft.document_issuer),
    email: textOf(emailFault(draft.email)),
    phone: filled(draft.phone) ?? textOf(phoneFault(draft.phone, draft.phone_country)),
  };
  return Object.fromEntries(Object.entries(all).filter(([, fault]) => fault !== null)) as CaseFaults;
}

/** As the call takes it. */
export async function bodyOf({ seals, phone_country, organization_id, phone, ...lines }: CaseDraft) {
  const { storedPhone } = await import("@siegel/contract/account-phone.ts");
  return {
    ...lines,
    phone: storedPhone(phone, phone_country) ?? phone,
    organization_id: seals ? organization_id : null,
    confirmed: { face: true, document: true, phone: true } as const,
  };
}
