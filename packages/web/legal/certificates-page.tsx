import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { Contacts } from "./contacts.tsx";
import { PublicPage } from "./public-page.tsx";

/** How a certificate is revoked today: the provider's people do it, and this says how to reach them and what they need. */
export function CertificatesPage(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const provider = configuration?.provider_name ?? "";
  return (
    <PublicPage title={t("certificates.title")}>
      <h1>{t("certificates.title")}</h1>
      <p>{t("certificates.when")}</p>
      <h2>{t("certificates.how")}</h2>
      <p>{t("certificates.byPeople", { provider })}</p>
      {configuration === null ? <Loading /> : <Contacts contact={configuration.contact} />}
      <h3>{t("certificates.tell")}</h3>
      <ul className="points mt-4">
        <li>{t("certificates.tellName")}</li>
        <li>{t("certificates.tellSigned")}</li>
        <li>{t("certificates.tellSerial")}</li>
        <li>{t("certificates.tellWhy")}</li>
      </ul>
      <p>{t("certificates.check", { provider })}</p>
      <h2>{t("certificates.then")}</h2>
      <p>{t("certificates.effect")}</p>
      <p>
        <a className="file-link" href={paths.trust}>
          {t("trust.title")}
        </a>
      </p>
    </PublicPage>
  );
}
