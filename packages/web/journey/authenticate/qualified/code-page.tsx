import "../../../i18n/qualified-texts.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { workflowQuery } from "../../../api/queries.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import type { CodeChannel } from "../../../paths.ts";
import { QualifiedCodeForm } from "./code-form.tsx";

/** The certificate's password, and the code that came by text message. */
export function QualifiedSmsPage(): JSX.Element {
  return <QualifiedCodePage channel="sms" />;
}

/** The certificate's password, and the code that was spoken in a call. */
export function QualifiedPhonePage(): JSX.Element {
  return <QualifiedCodePage channel="phone" />;
}

function QualifiedCodePage({ channel }: { channel: CodeChannel }): JSX.Element {
  const t = useText();
  const told = useQuery(workflowQuery(useHeader()));
  const type = told.data?.workflow.signer_type;
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t(type !== undefined && isSeal(type) ? "qualified.titleSeal" : "qualified.title")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {told.data !== undefined ? (
        <QualifiedCodeForm
          workflow={told.data.workflow}
          zone={told.data.user.whitelabeling_pack.time_zone}
          channel={channel}
        />
      ) : told.isError ? (
        <LoadFailed error={told.error} onRetry={() => void told.refetch()} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}
