import type { JSX } from "react";
import { useConfiguration } from "../../api/configuration.ts";
import { Frame } from "../../frame/frame.tsx";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";

/** Who runs the service; the provider's own text. */
export function ImprintPage(): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const configuration = useConfiguration();
  return (
    <Frame pack={null} title={t("legal.imprint")}>
      <article className="narrow stack">
        <h1>{t("legal.imprint")}</h1>
        {configuration === null ? <Loading /> : <Paragraphs text={configuration.imprint[language]} />}
      </article>
    </Frame>
  );
}

/** Privacy notice and terms of use; the provider's own texts. */
export function PrivacyPage(): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const configuration = useConfiguration();
  return (
    <Frame pack={null} title={t("frame.privacy")}>
      <article className="narrow stack">
        <h1>{t("legal.privacy")}</h1>
        {configuration === null ? <Loading /> : <Paragraphs text={configuration.privacy[language]} />}
        <h2 id="terms" className="h-xl pt-6">
          {t("legal.terms")}
        </h2>
        {configuration !== null && (
          <>
            <p className="small subtle">{t("legal.version", { version: configuration.terms.version })}</p>
            <Paragraphs text={configuration.terms[language]} />
          </>
        )}
      </article>
    </Frame>
  );
}

/** Plain text; an empty line parts two paragraphs. */
function Paragraphs({ text }: { text: string }): JSX.Element {
  const t = useText();
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  if (paragraphs.length === 0) return <p className="muted">{t("legal.empty")}</p>;
  return (
    <>
      {paragraphs.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text never change places
        <p key={at} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </>
  );
}
