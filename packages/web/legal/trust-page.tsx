import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icons.tsx";
import { PublicPage } from "./public-page.tsx";

/** How anybody checks a signed file, what their program may say to it, and what proves what. */
export function TrustPage(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const provider = configuration?.provider_name ?? "";
  return (
    <PublicPage title={t("trust.title")}>
      <h1>{t("trust.title")}</h1>
      <p>{t("trust.lead")}</p>
      <h2>{t("trust.look")}</h2>
      <ol className="numbered">
        <li>{t("trust.look1")}</li>
        <li>{t("trust.look2")}</li>
        <li>{t("trust.look3")}</li>
      </ol>
      <h2>{t("trust.unknown")}</h2>
      <p>{t("trust.unknownWhat", { provider })}</p>
      <h2>{t("trust.who")}</h2>
      <p>{t("trust.whoAdvanced")}</p>
      <p>{t("trust.whoSimple", { provider })}</p>
      <h2>{t("trust.report")}</h2>
      <p>{t("trust.reportWhat", { provider })}</p>
      <h2>{t("trust.revoked")}</h2>
      <p>{t("trust.revokedWhat")}</p>
      <p>
        <a className="file-link" href={paths.revoke}>
          {t("summary.revoke")}
        </a>
      </p>
      <h2>{t("trust.root")}</h2>
      <p>{t("trust.rootWhy", { provider })}</p>
      {configuration !== null && (
        <>
          <p>
            <a className="file-link" href={configuration.root_certificate_url} download>
              <Icon name="download" size={18} />
              {t("trust.rootFile")}
            </a>
          </p>
          <p className="small muted">
            {t("trust.rootFingerprint")}
            <br />
            <span className="mono fingerprint">{inPairs(configuration.root_certificate_hash)}</span>
          </p>
        </>
      )}
    </PublicPage>
  );
}

/** `AB CD …`, as certificate viewers write a fingerprint. */
const inPairs = (hex: string): string => hex.toUpperCase().replace(/..(?!$)/g, "$& ");
