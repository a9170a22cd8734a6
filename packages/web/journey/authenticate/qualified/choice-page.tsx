import "../../../i18n/qualified-texts.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { filesQuery, workflowQuery } from "../../../api/queries.ts";
import { Frame } from "../../../frame/frame.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { Trust } from "../../../frame/trust.tsx";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { ChooseChannel } from "../choose-channel.tsx";
import { IdentifyAgain } from "./identify-again.tsx";
import { useWay } from "./use-way.ts";

/** Step 3 of a qualified signer: what is about to be signed, and how the code shall come to the phone of their certificate. */
export function QualifiedChoicePage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const told = useQuery(workflowQuery(header));
  const files = useQuery(filesQuery(header));
  const workflow = told.data?.workflow;
  const { here, certificate } = useWay("authenticate2fa", workflow);
  const asked = [told, files, certificate];
  const failed = asked.find(({ isError, data }) => isError && data === undefined);
  const type = workflow?.signer_type;
  const seal = type !== undefined && isSeal(type);
  return (
    <Frame
      pack={told.data?.user.whitelabeling_pack ?? null}
      title={t("steps.authenticate")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {type !== undefined && <PageHead title={t(seal ? "statement.titleSeal" : "statement.title")} />}
      {told.data !== undefined && workflow !== undefined && files.data !== undefined && here !== null ? (
        <ChooseChannel
          workflow={workflow}
          files={files.data}
          phone={{ shown: here.status.masked_phone ?? "", type: here.status.phone_type }}
          lead={t(seal ? "qualified.leadSeal" : "qualified.lead")}
          notYours={<IdentifyAgain text="qualified.notYours" />}
          codePath={(channel) => paths.code2fa(workflow, channel)}
        >
          <Trust
            points={[
              { icon: "lock", title: t("qualified.both"), text: t("qualified.bothLead") },
              {
                icon: "eye",
                title: t("qualified.number"),
                text: t("qualified.numberLead", { organisation: told.data.user.whitelabeling_pack.name }),
              },
            ]}
          />
        </ChooseChannel>
      ) : failed === undefined ? (
        <Loading serif />
      ) : (
        <LoadFailed error={failed.error} onRetry={() => void Promise.all(asked.map(({ refetch }) => refetch()))} />
      )}
    </Frame>
  );
}
