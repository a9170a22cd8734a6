import "../../../i18n/qualified-texts.ts";
import "../../../i18n/identification-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import { useQuery } from "@tanstack/react-query";
import { type JSX, useState } from "react";
import { useConfiguration } from "../../../api/configuration.ts";
import { workflowQuery } from "../../../api/queries.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { CardWays, useOwnDocument } from "../../../identity/card-ways.tsx";
import { PhoneCode } from "../../../identity/phone-code.tsx";
import { paths } from "../../../paths.ts";
import { useCardCalls } from "./signer-calls.ts";

/** Identification by ID card: the app on this device, or a phone that reads the card for this computer (signer-side.md §7). */
export function CardPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const configuration = useConfiguration();
  const calls = useCardCalls();
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
        <PhoneCode calls={calls} cannotOpen={t("identification.cannotOpenLead")} onCancel={() => setWithPhone(false)} />
      ) : (
        <CardWays
          calls={calls}
          lead={t("identification.cardHave")}
          yourPin={t("identification.yourPinLead", { organisation: told.data.user.whitelabeling_pack.name })}
          other={paths.identify(told.data.workflow)}
          client={configuration.identification.eid_client_url}
          onPhone={() => setWithPhone(true)}
        />
      )}
    </Frame>
  );
}
