import "../../i18n/code-texts.ts";
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, type ReactNode, useState } from "react";
import { ActPage, act_reason_id } from "../../frame/act-page.tsx";
import { keepShown, shownOf } from "../../frame/shown-files.ts";
import { Meaning, Statement } from "../../frame/statement.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { type CodeChannel, paths } from "../../paths.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { useBeforeCode } from "./before-code.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import { channelsOf } from "./channels.ts";

type Props = {
  readonly workflow: WorkflowView;
  readonly files: readonly WorkflowFile[];
  /** Where the code goes: the number, masked, and its kind. */
  readonly phone: { readonly shown: string; readonly type: number };
  readonly lead: string;
  /** For who has another number. */
  readonly notYours: ReactNode;
  readonly codePath: (channel: CodeChannel) => string;
  /** Below the sheet. */
  readonly children?: ReactNode;
};

/** What is about to be signed, and beside it how the code shall come. */
export function ChooseChannel(props: Props): JSX.Element {
  const { workflow, files, phone, lead, notYours, codePath, children } = props;
  const t = useText();
  const navigate = useNavigate();
  const channels = channelsOf(phone.type);
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
    if (refused === null) await navigate({ href: codePath(channel) });
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
          <p className="muted small mt-1 mb-4">{lead}</p>
          <ChannelChoice phone={phone.shown} channels={channels} chosen={channel} onChoose={setChannel} />
          <p className="small muted mt-3">{notYours}</p>
        </section>
      </ActPage>
      {children}
    </form>
  );
}
