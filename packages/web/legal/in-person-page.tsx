import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { Contacts } from "../frame/contacts.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { PublicPage } from "./public-page.tsx";

/** How somebody is identified in person, where the provider has no page of its own for that. */
export function InPersonPage(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const provider = configuration?.provider_name ?? "";
  return (
    <PublicPage title={t("inPerson.title")}>
      <h1>{t("inPerson.title")}</h1>
      <p>{t("inPerson.why")}</p>
      <h2>{t("inPerson.appointment")}</h2>
      <p>{t("inPerson.ask", { provider })}</p>
      {configuration === null ? (
        <Loading />
      ) : (
        <Contacts contact={configuration.contact} imprint={t("legal.seeImprint")} />
      )}
      <h2>{t("inPerson.bring")}</h2>
      <ul className="points mt-4">
        <li>{t("inPerson.bringDocument")}</li>
        <li>{t("inPerson.bringPhone")}</li>
        <li>{t("inPerson.bringAddress")}</li>
      </ul>
      <h2>{t("inPerson.then")}</h2>
      <p>{t("inPerson.mail")}</p>
    </PublicPage>
  );
}
