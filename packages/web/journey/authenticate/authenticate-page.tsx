import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { filesQuery, workflowQuery } from "../../api/queries.ts";
import { Frame } from "../../frame/frame.tsx";
import { initiatorOf } from "../../frame/initiator.ts";
import { Loading } from "../../frame/loading.tsx";
import { PageHead } from "../../frame/page-head.tsx";
import { maskPhone } from "../../frame/phone.ts";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { ChooseChannel } from "./choose-channel.tsx";

/** Step 3: what is about to be signed, and how the code shall come. */
export function AuthenticatePage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const files = useQuery(filesQuery(header));
  const type = told.data?.workflow.signer_type;
  const failed = (told.isError && told.data === undefined) || (files.isError && files.data === undefined);
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t("steps.authenticate")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {type !== undefined && <PageHead title={t(isSeal(type) ? "statement.titleSeal" : "statement.title")} />}
      {told.data !== undefined && files.data !== undefined ? (
        <ChooseChannel
          workflow={told.data.workflow}
          files={files.data}
          phone={{ shown: maskPhone(told.data.workflow.phone), type: told.data.workflow.phone_type }}
          lead={t("authenticate.lead")}
          notYours={<NotYours workflow={told.data.workflow} />}
          codePath={(channel) => paths.code(told.data.workflow, channel)}
        />
      ) : failed ? (
        <LoadFailed
          error={told.error ?? files.error}
          onRetry={() => void Promise.all([told.refetch(), files.refetch()])}
        />
      ) : (
        <Loading serif />
      )}
    </Frame>
  );
}

function NotYours({ workflow }: { workflow: WorkflowView }): JSX.Element {
  const t = useText();
  return (
    <>
      {t("authenticate.notYours")}{" "}
      <a href={`mailto:${workflow.initiator_email}`}>{t("frame.writeTo", { name: initiatorOf(workflow) })}</a>
    </>
  );
}
