import type { JSX } from "react";
import { TextField } from "../frame/text-field.tsx";
import { useText } from "../i18n/catalogue.ts";
import type { Person } from "./register-draft.ts";

type Props = {
  readonly index: number;
  readonly person: Person;
  readonly faultAt: (name: string) => string | null;
  readonly onChange: (person: Person) => void;
  /** null: the last one stays. */
  readonly onRemove: (() => void) | null;
};

/** One person who may act for the organisation. */
export function RepresentativeFields({ index, person, faultAt, onChange, onRemove }: Props): JSX.Element {
  const t = useText();
  return (
    <fieldset className="desk-person">
      <legend className="vh">{t("operator.personN", { n: index + 1 })}</legend>
      {(["first_name", "last_name", "email"] as const).map((name) => (
        <TextField
          key={name}
          id={`${name}${index}`}
          type={name === "email" ? "email" : "text"}
          label={t(`operator.field_${name}`)}
          value={person[name]}
          onChange={(value) => onChange({ ...person, [name]: value })}
          fault={faultAt(`${name}${index}`)}
        />
      ))}
      {onRemove !== null && (
        <button
          className="btn btn-sm btn-quiet"
          type="button"
          aria-label={t("operator.removePersonN", { n: index + 1 })}
          onClick={onRemove}
        >
          {t("operator.removePerson")}
        </button>
      )}
    </fieldset>
  );
}
