import type { JSX } from "react";
import { Friendly } from "../../frame/friendly.tsx";
import { OpenPage } from "../../frame/open-page.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";

/**
 * What a person reads who opens `/`: what this is, what they need, and what everybody may look up. `inbox`: where the mails of a
 * development server arrive.
 */
export function StartPage({ inbox }: { readonly inbox: string | null }): JSX.Element {
  const t = useText();
  return (
    <OpenPage title={t("start.title")}>
      <Friendly figure="check" title={t("start.title")} lead={t("start.lead")} imageLabel={t("start.image")}>
        <p className="small muted">{t("notFound.help")}</p>
        <ul className="further small muted justify-center">
          <li>
            <a href={paths.adminLogin()}>{t("start.organisations")}</a>
          </li>
          <li>
            <a href={paths.trust}>{t("start.trust")}</a>
          </li>
          <li>
            <a href={paths.certificates}>{t("start.certificates")}</a>
          </li>
        </ul>
        {inbox !== null && <Development inbox={inbox} />}
      </Friendly>
    </OpenPage>
  );
}

/** For whoever has just started the product: nothing leaves this machine, and here is where it arrives. */
function Development({ inbox }: { inbox: string }): JSX.Element {
  const t = useText();
  return (
    <div className="sheet part stack small w-full max-w-form text-left">
      <p>{t("start.sandbox")}</p>
      <p className="further">
        <a href={inbox}>{t("start.inbox")}</a>
      </p>
      <p className="further">
        <a href={paths.apiDocs}>{t("start.api")}</a>
      </p>
    </div>
  );
}
