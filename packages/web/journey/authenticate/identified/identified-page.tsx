import "../../../i18n/qualified-texts.ts";
import "../../../i18n/identification-texts.ts";
import "../../../i18n/code-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { CallRefused } from "../../../api/client.ts";
import { identificationQuery, lookAgainMs } from "../../../api/identification-calls.ts";
import { workflowQuery } from "../../../api/queries.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { OwnIdentification } from "./own-identification.tsx";

/** How the signer's identification stands, and what follows from it, up to the signature. */
export function IdentifiedPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const own = useQuery({
    ...identificationQuery(header),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount, error } }) =>
      data?.state === "pending" ? lookAgainMs(dataUpdateCount + errorUpdateCount, retryAfterOf(error)) : false,
    // Once the act has begun there may be a certificate: that must lead nobody away from it.
    refetchOnWindowFocus: ({ state: { data } }) => data?.state !== "succeeded",
    refetchOnReconnect: false,
  });
  const type = told.data?.workflow.signer_type;
  const asked = [told, own];
  const failed = asked.find(({ isError, data }) => isError && data === undefined);
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t("identification.stands")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {told.data !== undefined && own.data !== undefined ? (
        <OwnIdentification told={own.data} isAway={own.isError} workflow={told.data.workflow} user={told.data.user} />
      ) : failed === undefined ? (
        <Loading />
      ) : (
        <LoadFailed error={failed.error} onRetry={() => void Promise.all(asked.map(({ refetch }) => refetch()))} />
      )}
    </Frame>
  );
}

const retryAfterOf = (error: Error | null): number | null =>
  error instanceof CallRefused ? error.refusal.retryAfterSeconds : null;
