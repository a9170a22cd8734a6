import { type JSX, useId } from "react";
import { useText } from "../../i18n/catalogue.ts";

/** What an administrator gives. */
export type GivenRole = "admin" | "user";
const roles = ["user", "admin"] as const satisfies readonly GivenRole[];

/** Chooses what a person may do. */
export function RoleChoice({
  value,
  onChange,
}: {
  readonly value: GivenRole;
  readonly onChange: (role: GivenRole) => void;
}): JSX.Element {
  const t = useText();
  const id = useId();
  return (
    <fieldset>
      <legend className="label">{t("users.role")}</legend>
      {roles.map((role) => (
        <label className="choice" key={role}>
          <input
            type="radio"
            name={id}
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
            aria-label={t(`users.${role}`)}
            aria-describedby={`${id}${role}`}
          />
          <span className="grow">
            <b>{t(`users.${role}`)}</b>
            <span id={`${id}${role}`}>{t(`users.${role}Lead`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
