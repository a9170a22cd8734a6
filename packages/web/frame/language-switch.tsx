import { languages } from "@siegel/contract/limits.ts";
import type { JSX } from "react";
import { notify } from "../api/notices.ts";
import { chooseLanguage, useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";

const names = { de: "Deutsch", en: "English" } as const;

/** German or English; what is chosen here wins over everything else and is remembered. */
export function LanguageSwitch(): JSX.Element {
  const t = useText();
  const spoken = useLanguage();
  return (
    <nav aria-label={t("frame.language")}>
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
            onClick={(event) => {
              event.preventDefault();
              void chooseLanguage(language).catch(() => notify("failure", "SERVICE_ERROR"));
            }}
          >
            {names[language]}
          </button>
        ))}
      </form>
    </nav>
  );
}
