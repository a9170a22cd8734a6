import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { useCountries } from "./countries.ts";

type Props = {
  readonly country: string;
  readonly value: string;
  readonly fault: string | null;
  readonly onCountry: (country: string) => void;
  readonly onChange: (value: string) => void;
};

/** A mobile number and its country: the code is painted over a native list. */
export function PhoneField({ country, value, fault, onCountry, onChange }: Props): JSX.Element {
  const t = useText();
  const countries = useCountries();
  const code = countries.find((one) => one.country === country)?.code ?? "";
  return (
    <div className="field">
      <label htmlFor="phone">{t("cases.phone")}</label>
      <div className="tel">
        <span className="tel-cc">
          <select
            className="input"
            aria-label={t("cases.phoneCountry")}
            value={country}
            onChange={(event) => onCountry(event.target.value)}
          >
            {countries.map((one) => (
              <option key={one.country} value={one.country}>
                {`${one.name} ${one.code}`}
              </option>
            ))}
          </select>
          <span aria-hidden="true">{code}</span>
        </span>
        <input
          className="input"
          id="phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={value}
          aria-required
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? "phone-hint" : "phone-fault phone-hint"}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {fault !== null && <Fault id="phone-fault">{fault}</Fault>}
    </div>
  );
}
