import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { filesQuery, workflowQuery } from "../../api/queries.ts";
import { ActPage, act_reason_id } from "../../frame/act-page.tsx";
import { Frame } from "../../frame/frame.tsx";
import { initiatorOf } from "../../frame/initiator.ts";
import { Loading } from "../../frame/loading.tsx";
import { PageHead } from "../../frame/page-head.tsx";
import { maskPhone } from "../../frame/phone.ts";
import { LoadFailed } from "../../frame/service-away.tsx";
import { keepShown, shownOf } from "../../frame/shown-files.ts";
import { Meaning, Statement } from "../../frame/statement.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { type CodeChannel, paths } from "../../paths.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { useBeforeCode } from "./before-code.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import { channelsOf } from "./channels.ts";

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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (before.missing === null && !busy) void goOn();
      }}
    >
      <ActPage
        what={
          <Statement workflow={workflow} files={files}>
            <Meaning workflow={workflow} files={files} />
          </Statement>
        }
        workflow={workflow}
        busy={busy}
        fault={fault === null ? null : sentenceOfCode(fault, t)}
        back={paths.documents(workflow)}
        reason={before.missing === null ? null : t(before.missing)}
        button={
          <MainButton
            type="submit"
            busy={busy}
            reason={before.missing === null ? null : t(before.missing)}
            reasonId={act_reason_id}
          >
            {t("authenticate.send")}
          </MainButton>
        }
      >
        <section className="part">
          {before.part}
          <h2>{t("authenticate.title")}</h2>
          <p className="muted small mt-1 mb-4">{t("authenticate.lead")}</p>
          <ChannelChoice phone={maskPhone(workflow.phone)} channels={channels} chosen={channel} onChoose={setChannel} />
          <p className="small muted mt-3">
            {t("authenticate.notYours")}{" "}
            <a href={`mailto:${workflow.initiator_email}`}>{t("frame.writeTo", { name: initiatorOf(workflow) })}</a>
          </p>
        </section>
      </ActPage>
    </form>
  );
}
