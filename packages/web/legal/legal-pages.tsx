import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { type LegalPart, readLegalText } from "./legal-text.ts";
import { PublicPage } from "./public-page.tsx";

/** Who runs the service; the provider's own text. */
export function ImprintPage(): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const configuration = useConfiguration();
  return (
    <PublicPage title={t("legal.imprint")}>
      <h1>{t("legal.imprint")}</h1>
      {configuration === null ? <Loading /> : <Prose parts={readLegalText(configuration.imprint[language])} />}
    </PublicPage>
  );
}

/** Privacy notice and terms of use; the provider's own texts. */
export function PrivacyPage(): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const configuration = useConfiguration();
  const [head, ...clauses] = readLegalText(configuration?.terms[language] ?? "");
  // The terms have a heading of their own: ours above it would say the same.
  const [title, terms] =
    head?.kind === "heading" ? [head.text, clauses] : [t("legal.terms"), head === undefined ? [] : [head, ...clauses]];
  return (
    <PublicPage title={t("frame.privacy")}>
      <h1>{t("legal.privacy")}</h1>
      {configuration === null ? <Loading /> : <Prose parts={readLegalText(configuration.privacy[language])} />}
      <h2 id="terms">{title}</h2>
      {configuration !== null && (
        <>
          <p className="small subtle">{t("legal.version", { version: configuration.terms.version })}</p>
          <Prose parts={terms} />
        </>
      )}
    </PublicPage>
  );
}

/** Plain text as its writer meant it: short lines head what follows, numbered lines are clauses. */
function Prose({ parts }: { parts: readonly LegalPart[] }): JSX.Element {
  const t = useText();
  if (parts.length === 0) return <p className="muted">{t("legal.empty")}</p>;
  return (
    <>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
        <Part key={at} part={part} />
      ))}
    </>
  );
}

function Part({ part }: { part: LegalPart }): JSX.Element {
  if (part.kind === "heading") return <h3>{part.text}</h3>;
  if (part.kind === "paragraph") return <p className="whitespace-pre-line">{part.text}</p>;
  return (
    <ol className="clauses">
      {part.items.map(({ number, text }) => (
        <li key={number} value={number}>
          {text}
        </li>
      ))}
    </ol>
  );
}
