/** The organisation's data in the form: as they were read, as they stand there, and what becomes of saving them. */
import type { OrganisationView } from "@siegel/contract/calls/organisation.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import type { Mark } from "@siegel/contract/limits.ts";
import { useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow } from "../../i18n/catalogue.ts";
import { type Clash, changedFields, clashesOf, rebased } from "../clash.ts";
import { askWhoIsThere } from "../who-is-there.ts";

/** What can be changed. */
export const companyFields = [
  "organization_name",
  "sales_tax_number",
  "contact_person",
  "time_zone",
  "mark",
  "message",
] as const;
/** One of them. */
export type CompanyField = (typeof companyFields)[number];
type CompanyDraft = Readonly<Record<CompanyField, string | null>>;

/** A form on an organisation's data. */
export type CompanyState = {
  readonly draft: CompanyDraft;
  readonly changed: readonly CompanyField[];
  readonly clashes: readonly Clash<CompanyField>[];
  readonly busy: boolean;
  readonly set: (field: CompanyField, value: string | null) => void;
  readonly save: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
};

/** Begins with data as the server has them. An empty line is none. */
export function useCompany(read: OrganisationView): CompanyState {
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState<CompanyDraft>(read);
  const [clashes, setClashes] = useState<readonly Clash<CompanyField>[]>([]);
  const [busy, setBusy] = useState(false);
  const changed = changedFields(companyFields, { base, draft });

  async function save(): Promise<void> {
    setBusy(true);
    setClashes([]);
    const { mark, ...texts } = Object.fromEntries(changed.map((field) => [field, draft[field]]));
    const body = { ...texts, ...(mark == null ? {} : { mark: mark as Mark }), version: base.version };
    const answer = await callAccount("updateOrganization", { body }, { toldByPage: ["CHANGED_MEANWHILE"] });
    setBusy(false);
    if (answer.ok) {
      setBase(answer.data);
      setDraft(answer.data);
      notify("success", translateNow("organisation.saved"));
      // The name stands in the head of this page.
      void askWhoIsThere();
      return;
    }
    const now = answer.code === "CHANGED_MEANWHILE" ? recordNow<OrganisationView>(answer.messages) : null;
    if (now === null) return;
    setClashes(clashesOf(companyFields, { base, draft, now }));
    setDraft(rebased(companyFields, { base, draft, now }));
    setBase(now);
  }

  return {
    draft,
    changed,
    clashes,
    busy,
    set: (field, value) =>
      setDraft((known) => ({ ...known, [field]: value === "" && field !== "organization_name" ? null : value })),
    save,
    takeTheirs: () => {
      setDraft((known) => ({ ...known, ...Object.fromEntries(clashes.map(({ field }) => [field, base[field]])) }));
      setClashes([]);
    },
    keepMine: () => setClashes([]),
  };
}
