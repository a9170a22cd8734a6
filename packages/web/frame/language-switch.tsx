import { languages } from "@siegel/contract/limits.ts";
import type { JSX } from "react";
import { chooseLanguage, useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";

const names = { de: "Deutsch", en: "English" } as const;
// WCAG 2.5.3: the name begins with what is written on the button, so that voice control finds it.
const shortNames = { de: "DE, Deutsch", en: "EN, English" } as const;

/** German or English; what is chosen here wins over everything else and is remembered. Short in the head, in words in the foot. */
export function LanguageSwitch({ place }: { place: "mast" | "foot" }): JSX.Element {
  const t = useText();
  const spoken = useLanguage();
  return (
    <nav className="langs" aria-label={t(place === "mast" ? "frame.language" : "frame.languageFoot")}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === spoken}
          aria-label={place === "mast" ? shortNames[language] : undefined}
          onClick={() => void chooseLanguage(language)}
        >
          {place === "mast" ? language.toUpperCase() : names[language]}
        </button>
      ))}
    </nav>
  );
}
