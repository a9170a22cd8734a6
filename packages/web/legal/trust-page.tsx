import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icons.tsx";
import { PublicPage } from "./public-page.tsx";

/** What a signed document proves, to whom, and how anybody finds out for themselves. */
export function TrustPage(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const provider = configuration?.provider_name ?? "";
  return (
    <PublicPage title={t("trust.title")}>
      <h1>{t("trust.title")}</h1>
      <p>{t("trust.lead")}</p>
      <h2>{t("trust.look")}</h2>
      <p>{t("trust.lookHow")}</p>
      <h2>{t("trust.root")}</h2>
      <p>{t("trust.rootWhy", { provider })}</p>
      {configuration !== null && (
        <p>
          <a className="file-link" href={configuration.root_certificate_url} download>
            <Icon name="download" size={18} />
            {t("trust.rootFile")}
          </a>
        </p>
      )}
      <h2>{t("trust.report")}</h2>
      <p>{t("trust.reportWhat", { provider })}</p>
      <h2>{t("trust.revoked")}</h2>
      <p>{t("trust.revokedWhat")}</p>
      <p>
        <a className="file-link" href={paths.revoke}>
          {t("summary.revoke")}
        </a>
      </p>
    </PublicPage>
  );
}
