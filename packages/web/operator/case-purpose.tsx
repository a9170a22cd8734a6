import { useQuery } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { SearchBox, useSearch } from "../frame/list-tools.tsx";
import { useText } from "../i18n/catalogue.ts";
import type { CaseDraft } from "./case-draft.ts";
import { SelectField } from "./select-field.tsx";

type Props = {
  readonly draft: CaseDraft;
  readonly fault: string | null;
  readonly onChange: (part: Partial<CaseDraft>) => void;
};

/** Whether the person signs for themselves or seals for an organisation, and for which. */
export function CasePurpose({ draft, fault, onChange }: Props): JSX.Element {
  const t = useText();
  return (
    <fieldset className="part grid gap-4">
      <legend className="vh">{t("cases.for")}</legend>
      <p className="h-card" aria-hidden="true">
        {t("cases.for")}
      </p>
      {([false, true] as const).map((seals) => (
        <label className="check" key={String(seals)}>
          <input type="radio" name="seals" checked={draft.seals === seals} onChange={() => onChange({ seals })} />
          <span>{t(seals ? "cases.forSeal" : "cases.forSelf")}</span>
        </label>
      ))}
      {draft.seals && <SealFor draft={draft} fault={fault} onChange={onChange} />}
    </fieldset>
  );
}

/** The organisation, of those whose register was checked, and its representative: the register says their name and address. */
function SealFor({ draft, fault, onChange }: Props): JSX.Element {
  const t = useText();
  const [typed, setTyped] = useState("");
  const search = useSearch(typed);
  const list = useQuery({
    queryKey: ["desk", "sealing", search],
    queryFn: ({ signal }) =>
      deskOrThrow("operatorOrganisations", { query: { limit: 100, ...(search === "" ? {} : { search }) } }, signal),
  });
  const id = draft.organization_id;
  const chosen = useQuery({
    queryKey: ["desk", "organisation", id],
    queryFn: ({ signal }) => deskOrThrow("operatorOrganisation", { params: { id: id ?? "" } }, signal),
    enabled: id !== null,
  });
  const found = (list.data?.organisations ?? []).filter(({ register }) => register === "verified");
  const known = new Map(found.map((one) => [one.organization_id as string, one.name]));
  if (chosen.data !== undefined) known.set(chosen.data.organization_id, chosen.data.name);
  const people = chosen.data?.register.verified?.representatives ?? [];
  const person = people.findIndex(
    ({ first_name, last_name, email }) =>
      first_name === draft.first_name && last_name === draft.last_name && email === draft.email,
  );
  return (
    <>
      <div>
        <SearchBox
          label={t("cases.organisationSearch")}
          hint={t("cases.organisationSearch")}
          value={typed}
          onChange={setTyped}
        />
        <p className="hint mt-2">{t("cases.organisationHint")}</p>
        {list.data !== undefined && found.length === 0 && (
          <p className="small muted" role="status">
            {t("cases.noOrganisation")}
          </p>
        )}
      </div>
      <SelectField
        id="organization_id"
        label={t("cases.organisation")}
        value={id ?? ""}
        options={[["", t("cases.choose")], ...known]}
        onChange={(next) => onChange({ organization_id: next === "" ? null : next })}
        fault={fault}
      />
      {people.length > 0 && (
        <SelectField
          id="representative"
          label={t("cases.representative")}
          value={String(person)}
          options={[
            ["-1", t("cases.choose")],
            ...people.map((one, n) => [String(n), `${one.first_name} ${one.last_name}, ${one.email}`] as const),
          ]}
          onChange={(next) => {
            const { first_name, last_name, email } = people[Number(next)] ?? {};
            if (first_name !== undefined && last_name !== undefined && email !== undefined)
              onChange({ first_name, last_name, email });
          }}
        />
      )}
    </>
  );
}
