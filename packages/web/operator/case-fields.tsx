import type { documentKinds } from "@siegel/contract/calls/operator-cases.ts";
import { languages } from "@siegel/contract/limits.ts";
import type { JSX } from "react";
import { useCountries } from "../frame/countries.ts";
import { PhoneField } from "../frame/phone-field.tsx";
import { TextField } from "../frame/text-field.tsx";
import { useText } from "../i18n/catalogue.ts";
import type { CaseDraft, CaseFaults } from "./case-draft.ts";
import { SelectField } from "./select-field.tsx";

type Props = {
  readonly draft: CaseDraft;
  readonly faults: CaseFaults | null;
  readonly onChange: (part: Partial<CaseDraft>) => void;
};
type Line =
  | "first_name"
  | "last_name"
  | "birthdate"
  | "document_number"
  | "document_valid_until"
  | "document_issuer"
  | "email";
const types = { birthdate: "date", document_valid_until: "date", email: "email" } as const;

/** Person, document, and how the person is reached. */
export function CaseFields({ draft, faults, onChange }: Props): JSX.Element {
  const t = useText();
  const countries = useCountries();
  const faultAt = (name: keyof CaseDraft): string | null => {
    const fault = faults?.[name];
    return fault === undefined ? null : t(fault);
  };
  const line = (name: Line): JSX.Element => (
    <TextField
      id={name}
      type={name in types ? types[name as keyof typeof types] : "text"}
      autoComplete="off"
      label={t(`cases.${name}`)}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      fault={faultAt(name)}
    />
  );
  return (
    <>
      <fieldset className="part">
        <legend className="vh">{t("cases.person")}</legend>
        <p className="h-card mb-3" aria-hidden="true">
          {t("cases.person")}
        </p>
        <div className="desk-two">
          {line("first_name")}
          {line("last_name")}
          {line("birthdate")}
          <SelectField
            id="nationality"
            label={t("cases.nationality")}
            value={draft.nationality}
            options={countries.map(({ country, name }) => [country, name])}
            onChange={(nationality) => onChange({ nationality })}
          />
        </div>
        <p className="small muted mt-3">{t("cases.personHint")}</p>
      </fieldset>
      <fieldset className="part">
        <legend className="vh">{t("cases.document")}</legend>
        <p className="h-card mb-3" aria-hidden="true">
          {t("cases.document")}
        </p>
        <div className="desk-two">
          <SelectField
            id="document_kind"
            label={t("cases.document_kind")}
            value={draft.document_kind}
            options={kinds.map((kind) => [kind, t(`cases.kind_${kind}`)])}
            onChange={(next) => onChange({ document_kind: kinds.find((kind) => kind === next) ?? "id_card" })}
          />
          {line("document_number")}
          {line("document_valid_until")}
          {line("document_issuer")}
        </div>
      </fieldset>
      <fieldset className="part">
        <legend className="vh">{t("cases.reach")}</legend>
        <p className="h-card mb-3" aria-hidden="true">
          {t("cases.reach")}
        </p>
        <div className="desk-two">
          {line("email")}
          <PhoneField
            label={t("cases.phone")}
            countryLabel={t("cases.phoneCountry")}
            country={draft.phone_country}
            value={draft.phone}
            fault={faultAt("phone")}
            onCountry={(phone_country) => onChange({ phone_country })}
            onChange={(phone) => onChange({ phone })}
          />
          <SelectField
            id="language"
            label={t("cases.language")}
            value={draft.language}
            options={languages.map((one) => [one, new Intl.DisplayNames(one, { type: "language" }).of(one) ?? one])}
            onChange={(next) => onChange({ language: languages.find((one) => one === next) ?? "de" })}
          />
        </div>
        <p className="small muted mt-3" id="phone-hint">
          {t("cases.call")}
        </p>
      </fieldset>
    </>
  );
}

// The contract's list would bring the schemas' validator along.
const kinds = ["id_card", "passport", "residence_permit"] as const satisfies typeof documentKinds;
