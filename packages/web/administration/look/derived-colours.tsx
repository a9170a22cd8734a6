import { brandColours, contrastRatio, surfaces, type Theme } from "@siegel/contract/brand.ts";
import { type JSX, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";

const themes = ["light", "dark"] as const satisfies readonly Theme[];

/** What is derived from one colour, and how well it can be told from the grounds (WCAG 2.2, 1.4.3 and 1.4.11). */
export function DerivedColours({ colour }: { readonly colour: string }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const [theme, setTheme] = useState<Theme>("light");
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const derived = brandColours(colour, theme);
  const onGrounds = (hex: string): number => Math.min(...surfaces[theme].map((ground) => contrastRatio(hex, ground)));
  const rows = [
    { use: "look.forButtons", hex: derived.onFill, contrast: contrastRatio(derived.onFill, derived.fill), least: 4.5 },
    { use: "look.forLinks", hex: derived.ink, contrast: onGrounds(derived.ink), least: 4.5 },
    { use: "look.forLines", hex: derived.edge, contrast: onGrounds(derived.edge), least: 3 },
  ] as const;
  return (
    <>
      {derived.ink !== derived.fill && (
        <div className="note mt-4">
          <Icon name="eye" />
          <div>
            <b>{t("look.staysOnButtons")}</b> {t(theme === "light" ? "look.tooLight" : "look.tooDark")}
          </div>
        </div>
      )}
      <fieldset className="seg mt-4">
        <legend className="vh">{t("look.theme")}</legend>
        {themes.map((one) => (
          <button key={one} type="button" aria-pressed={one === theme} onClick={() => setTheme(one)}>
            {t(`look.${one}`)}
          </button>
        ))}
      </fieldset>
      <table className="table derived small mt-2">
        <caption className="vh">{t("look.contrasts")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("look.usedFor")}</th>
            <th scope="col">{t("look.derived")}</th>
            <th scope="col" className="end">
              {t("look.contrast")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ use, hex, contrast, least }) => (
            <tr key={use}>
              <td>{t(use)}</td>
              <td>
                <span className="row gap-2">
                  <Swatch colour={hex} />
                  <span className="mono">{hex}</span>
                </span>
              </td>
              <td className="end">
                <span className="fits">
                  <Icon name="done" size={18} />
                  {number.format(contrast)} : 1
                  <span className="vh">{t("look.least", { n: number.format(least) })}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A colour to look at; its name stands beside it. */
export function Swatch({ colour }: { readonly colour: string }): JSX.Element {
  return (
    <svg className="sw" viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" fill={colour} />
    </svg>
  );
}
