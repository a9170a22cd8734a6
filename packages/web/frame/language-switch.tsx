import { languages } from "@siegel/contract/limits.ts";
import type { JSX } from "react";
import { notify } from "../api/notices.ts";
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
    <nav aria-label={t(place === "mast" ? "frame.language" : "frame.languageFoot")}>
      {/* A form, so that the first HTML of a link can be read in the other language before the application has loaded. */}
      <form className="langs" method="get">
        {languages.map((language) => (
          <button
            key={language}
            type="submit"
            name="language"
            value={language}
            lang={language}
            aria-pressed={language === spoken}
            aria-label={place === "mast" ? shortNames[language] : undefined}
            onClick={(event) => {
              event.preventDefault();
              void chooseLanguage(language).catch(() => notify("failure", "SERVICE_ERROR"));
            }}
          >
            {place === "mast" ? language.toUpperCase() : names[language]}
          </button>
        ))}
      </form>
    </nav>
  );
}
