import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import type { JSX } from "react";
import { useConfiguration } from "../api/configuration.ts";
import { Contacts } from "../frame/contacts.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { MainButton } from "../ui/main-button.tsx";
import type { Owner } from "./use-owner.ts";

type Props = { readonly owner: Owner; readonly certificates: readonly OwnCertificate[] };

/** Without the phone: the provider's people revoke. */
export function LostStep({ owner, certificates }: Props): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const provider = configuration?.provider_name ?? "";
  return (
    <div className="narrow">
      <div className="head">
        <h1 tabIndex={-1}>{t("owner.lost")}</h1>
        <p className="lead">{t("owner.lostLead", { provider })}</p>
      </div>
      <div className="sheet">
        <div className="part">
          {configuration === null ? (
            <Loading />
          ) : (
            <Contacts contact={configuration.contact} imprint={t("owner.seeImprint")} />
          )}
          <p className="small muted mt-4">{t("owner.lostTell")}</p>
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <MainButton look="side" onPress={() => owner.show({ step: "table", certificates, done: null })}>
            {t("owner.back")}
          </MainButton>
        </div>
      </div>
    </div>
  );
}
