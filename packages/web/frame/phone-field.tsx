import type { JSX } from "react";
import { Fault } from "../ui/fault.tsx";
import { useCountries } from "./countries.ts";
import "../styles/phone-field.css";

type Props = {
  readonly label: string;
  readonly countryLabel: string;
  /** Whose number it is: `tel-national` of who types it. */
  readonly autoComplete?: "tel-national" | "off";
  readonly country: string;
  readonly value: string;
  readonly fault: string | null;
  readonly onCountry: (country: string) => void;
  readonly onChange: (value: string) => void;
};

/** A mobile number and its country: the code is painted over a native list. */
export function PhoneField(props: Props): JSX.Element {
  const { label, countryLabel, autoComplete = "off", country, value, fault, onCountry, onChange } = props;
  const countries = useCountries();
  const code = countries.find((one) => one.country === country)?.code ?? "";
  return (
    <div className="field">
      <label htmlFor="phone">{label}</label>
      <div className="tel">
        <span className="tel-cc">
          <select
            className="input"
            aria-label={countryLabel}
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
          autoComplete={autoComplete}
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
