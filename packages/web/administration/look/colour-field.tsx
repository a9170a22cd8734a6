import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { DerivedColours } from "./derived-colours.tsx";

/** Whether a text is a colour as the wire takes it. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

type Props = {
  /** As typed. */
  readonly value: string;
  /** The last whole colour. */
  readonly colour: string;
  readonly onChange: (value: string) => void;
};

/** One colour, picked or typed, and what is derived from it. */
export function ColourField({ value, colour, onChange }: Props): JSX.Element {
  const t = useText();
  const isWrong = !isColour(value);
  return (
    <div className="part">
      <h2 className="h-card mb-3">{t("look.colour")}</h2>
      <div className="field">
        <label htmlFor="look-colour">{t("look.style")}</label>
        <span className="hint" id="look-colour-hint">
          {t("look.oneIsEnough")}
        </span>
        <div className="row">
          <input
            className="pick"
            type="color"
            value={colour.toLowerCase()}
            aria-label={t("look.pick")}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
          <input
            className="input mono hex"
            id="look-colour"
            value={value}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? "look-colour-fault" : "look-colour-hint"}
            onChange={(event) => onChange(withHash(event.target.value))}
          />
        </div>
        {isWrong && <Fault id="look-colour-fault">{t("look.noColour")}</Fault>}
      </div>
      <DerivedColours colour={colour} />
    </div>
  );
}

/** Six digits alone are meant as a colour, too. */
const withHash = (text: string): string => {
  const trimmed = text.trim();
  return (/^[0-9a-f]{6}$/i.test(trimmed) ? `#${trimmed}` : trimmed).toUpperCase();
};
