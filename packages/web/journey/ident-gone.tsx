import "../i18n/ident-texts.ts";
import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { Friendly } from "../frame/friendly.tsx";
import { OpenPage } from "../frame/open-page.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";

/** Why a mail's link leads to no certificate now, what to do, and whom to ask. `code`: the refusal of the call that sends the code. */
export function IdentGone({ code }: { readonly code: string }): JSX.Element {
  const t = useText();
  const isGone = code === "NO_IDENTIFICATION_FOUND";
  const title = t(isGone ? "personalIdent.gone" : "personalIdent.noCode");
  return (
    <OpenPage title={title}>
      <Friendly
        figure="clock"
        title={title}
        lead={isGone ? t("personalIdent.goneLead") : t("personalIdent.noCodeLead", { why: sentenceOfCode(code, t) })}
        imageLabel={t("personalIdent.image")}
      >
        <p className="small muted">{t(isGone ? "personalIdent.goneUsed" : "personalIdent.noCodeAsk")}</p>
        <Whom />
      </Friendly>
    </OpenPage>
  );
}

/** How the provider's people are reached, or where it says so. */
function Whom(): JSX.Element | null {
  const t = useText();
  const configuration = useConfiguration();
  if (configuration === null) return null;
  const { email, phone } = configuration.contact;
  const ways = [
    ...(phone === null ? [] : [[`tel:${phone.replace(/[^+0-9]/g, "")}`, phone] as const]),
    ...(email === null ? [] : [[`mailto:${email}`, email] as const]),
  ];
  if (ways.length === 0)
    return (
      <p className="small">
        <a href={paths.imprint}>{t("personalIdent.imprint")}</a>
      </p>
    );
  return (
    <div className="small">
      <p>{t("personalIdent.ask", { provider: configuration.provider_name })}</p>
      <ul className="further justify-center">
        {ways.map(([to, said]) => (
          <li key={to}>
            <a href={to}>{said}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
