import "../i18n/qualified-texts.ts";
import "../i18n/identification-texts.ts";
import "../styles/qualified.css";
import "../styles/identification.css";
import { type JSX, useEffect, useState } from "react";
import { PageHead } from "../frame/page-head.tsx";
import { Trust } from "../frame/trust.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { identificationIcons } from "../ui/identification-icons.ts";
import type { CardCalls } from "./card-calls.ts";
import { thisDevice } from "./device.ts";
import { OnIssuer, OnThisComputer, OnThisDevice } from "./local-client.tsx";

/** Only a document that was loaded from this address may ask the client: its policy names it, and no other page's does. */
export function useOwnDocument(): void {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded !== undefined && new URL(loaded.name).pathname !== window.location.pathname) window.location.reload();
  }, []);
}

type Props = {
  readonly calls: CardCalls;
  readonly lead: string;
  /** What becomes of the PIN. */
  readonly yourPin: string;
  /** Where other ways are. */
  readonly other: string;
  /** Where the app on this device answers; null: an issuer's page reads the card. */
  readonly client: string | null;
  readonly onPhone: () => void;
};

/** The app on this device, or a phone that reads the card for this computer. */
export function CardWays({ calls, lead, yourPin, other, client, onPhone }: Props): JSX.Element {
  const t = useText();
  const [device] = useState(thisDevice);
  return (
    <div className={client === null || device === "phone" ? "narrow" : "ways"}>
      <PageHead title={t("identification.card")} lead={lead} />
      {client === null ? (
        <OnIssuer calls={calls} />
      ) : device === "phone" ? (
        <OnThisDevice calls={calls} client={null} />
      ) : (
        <div className="twoways">
          {device === "either" ? (
            <OnThisDevice calls={calls} client={client} />
          ) : (
            <OnThisComputer calls={calls} client={client} />
          )}
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
        <a className="btn btn-side" href={other}>
          {t("identification.other")}
        </a>
      </p>
      <Trust
        points={[
          { icon: "eye", title: t("identification.read"), text: t("identification.readLead") },
          { icon: "lock", title: t("identification.yourPin"), text: yourPin },
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
