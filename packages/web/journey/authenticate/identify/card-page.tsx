import "../../../i18n/qualified-texts.ts";
import "../../../i18n/identification-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useQuery } from "@tanstack/react-query";
import { type JSX, useEffect, useState } from "react";
import { useConfiguration } from "../../../api/configuration.ts";
import { workflowQuery } from "../../../api/queries.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { Trust } from "../../../frame/trust.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { Icon } from "../../../ui/icons.tsx";
import { identificationIcons } from "../../../ui/identification-icons.ts";
import { thisDevice } from "./device.ts";
import { OnIssuer, OnThisComputer, OnThisDevice } from "./local-client.tsx";
import { PhoneCode } from "./phone-code.tsx";

/** Identification by ID card: the app on this device, or a phone that reads the card for this computer (signer-side.md §7). */
export function CardPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const configuration = useConfiguration();
  const [withPhone, setWithPhone] = useState(false);
  useOwnDocument();
  const type = told.data?.workflow.signer_type;
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t(withPhone ? "identification.scan" : "identification.card")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {told.data === undefined || configuration === null ? (
        told.isError ? (
          <LoadFailed error={told.error} onRetry={() => void told.refetch()} />
        ) : (
          <Loading />
        )
      ) : withPhone ? (
        <PhoneCode workflow={told.data.workflow} onCancel={() => setWithPhone(false)} />
      ) : (
        <Ways
          workflow={told.data.workflow}
          organisation={told.data.user.whitelabeling_pack.name}
          client={configuration.identification.eid_client_url}
          onPhone={() => setWithPhone(true)}
        />
      )}
    </Frame>
  );
}

/** Only a document that was loaded from this address may ask the client: its policy names it, and no other page's does. */
function useOwnDocument(): void {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded !== undefined && new URL(loaded.name).pathname !== window.location.pathname) window.location.reload();
  }, []);
}

type WaysProps = {
  readonly workflow: WorkflowView;
  readonly organisation: string;
  /** Where the app on this device answers; null: an issuer's page reads the card. */
  readonly client: string | null;
  readonly onPhone: () => void;
};

function Ways({ workflow, organisation, client, onPhone }: WaysProps): JSX.Element {
  const t = useText();
  const [device] = useState(thisDevice);
  return (
    <div className={client === null || device === "phone" ? "narrow" : "ways"}>
      <PageHead title={t("identification.card")} lead={t("identification.cardHave")} />
      {client === null ? (
        <OnIssuer />
      ) : device === "phone" ? (
        <OnThisDevice client={null} />
      ) : (
        <div className="twoways">
          {device === "either" ? <OnThisDevice client={client} /> : <OnThisComputer client={client} />}
          <WithPhone onPhone={onPhone} />
        </div>
      )}
      <div className="sheet mt-4">
        <details className="part help py-2">
          <summary>{t("identification.pin")}</summary>
          <p className="small muted pb-3">{t("identification.pinLead")}</p>
        </details>
      </div>
      <p className="mt-6 text-right">
        <a className="btn btn-side" href={paths.identify(workflow)}>
          {t("identification.other")}
        </a>
      </p>
      <Trust
        points={[
          { icon: "eye", title: t("identification.read"), text: t("identification.readLead") },
          { icon: "lock", title: t("identification.yourPin"), text: t("identification.yourPinLead", { organisation }) },
        ]}
      />
    </div>
  );
}

function WithPhone({ onPhone }: { readonly onPhone: () => void }): JSX.Element {
  const t = useText();
  return (
    <section className="sheet one-way">
      <h2>
        <Icon name={identificationIcons.mobile} size={26} />
        {t("identification.phone")}
      </h2>
      <p className="small muted">{t("identification.phoneLead")}</p>
      <ol className="pick-n small">
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <span>{t(`identification.phone${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className="end">
        <button className="btn btn-main" type="button" onClick={onPhone}>
          {t("identification.showCode")}
        </button>
      </div>
    </section>
  );
}
