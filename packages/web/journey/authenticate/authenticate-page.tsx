import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { filesQuery, workflowQuery } from "../../api/queries.ts";
import { BackButton } from "../../frame/back-button.tsx";
import { Frame } from "../../frame/frame.tsx";
import { initiatorOf } from "../../frame/initiator.ts";
import { Loading } from "../../frame/loading.tsx";
import { PageHead } from "../../frame/page-head.tsx";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { keepShown, shownOf } from "../../frame/shown-files.ts";
import { Statement } from "../../frame/statement.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { type CodeChannel, paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { useBeforeCode } from "./before-code.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import { channelsOf, maskPhone } from "./channels.ts";

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
        <Authenticate workflow={told.data.workflow} files={files.data} />
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

function Authenticate({ workflow, files }: { workflow: WorkflowView; files: readonly WorkflowFile[] }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const channels = channelsOf(workflow.phone_type);
  const [channel, setChannel] = useState<CodeChannel>(channels[0] ?? "phone");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const before = useBeforeCode(workflow, files);
  // What the signer has just read; a later answer of the server, for example to another tab, is not what they saw.
  const [shown] = useState(() => shownOf(files));
  const goOn = async (): Promise<void> => {
    setBusy(true);
    keepShown(shown);
    setFault(null);
    const refused = await before.settle();
    setBusy(false);
    setFault(refused);
    if (refused === null) await navigate({ href: paths.code(workflow, channel) });
  };
  return (
    <>
      <Statement workflow={workflow} files={files} />
      {before.part}
      <form
        className="mt-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (before.missing === null && !busy) void goOn();
        }}
      >
        <h2 className="h-xl">{t("authenticate.title")}</h2>
        <p className="muted mt-1 mb-4">{t("authenticate.lead")}</p>
        <ChannelChoice phone={maskPhone(workflow.phone)} channels={channels} chosen={channel} onChoose={setChannel} />
        <p className="small muted mt-4">
          {t("authenticate.notYours")}{" "}
          <a href={`mailto:${workflow.initiator_email}`}>{t("frame.writeTo", { name: initiatorOf(workflow) })}</a>
        </p>
        {fault !== null && <Fault id="authenticate-fault">{sentenceOfCode(fault, t)}</Fault>}
        <div className="actions">
          <RefusalButton workflow={workflow} blocked={busy} />
          <div className="go">
            {before.missing !== null && (
              <p className="why" id="authenticate-why">
                {t(before.missing)}
              </p>
            )}
            <BackButton to={paths.documents(workflow)} blocked={busy} />
            <MainButton
              type="submit"
              busy={busy}
              reason={before.missing === null ? null : t(before.missing)}
              reasonId="authenticate-why"
            >
              {t("authenticate.send")}
            </MainButton>
          </div>
        </div>
      </form>
    </>
  );
}
