import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { type JSX, useState } from "react";
import { callApi } from "../../api/client.ts";
import { ActPage } from "../../frame/act-page.tsx";
import { PageHead } from "../../frame/page-head.tsx";
import { isToldByAct } from "../../frame/run-to-the-end.ts";
import { shownOf, useLookAgain } from "../../frame/shown-files.ts";
import { SigningOverlay } from "../../frame/signing-overlay.tsx";
import { Meaning, Statement } from "../../frame/statement.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { useSigning } from "../../frame/use-signing.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { currentLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { MainButton } from "../../ui/main-button.tsx";

/** The last look of a simple signer: the sentence that is signed, then the act. */
export function ConfirmAct({
  workflow,
  files,
}: {
  workflow: WorkflowView;
  files: readonly WorkflowFile[];
}): JSX.Element {
  const t = useText();
  const header = useHeader();
  const { state, start } = useSigning(header);
  const lookAgain = useLookAgain(header);
  // What the signer has just read; a later answer of the server, for example to another tab, is not what they saw.
  const [shown] = useState(() => shownOf(files));
  const [fault, setFault] = useState<string | null>(null);
  const sign = async (): Promise<void> => {
    setFault(null);
    const { workflow_id, signer_id } = workflow;
    const body = { workflow: { workflow_id, signer_id, language: currentLanguage() }, files: shown };
    const refusal = await start(() => callApi("signWithoutAuth", { body }, { toldByPage: isToldByAct }));
    setFault(refusal?.code ?? null);
    if (refusal?.code === "WORKFLOW_CHANGED") await lookAgain();
  };
  return (
    <>
      <PageHead title={t("statement.title")} />
      <ActPage
        what={<Statement workflow={workflow} files={files} />}
        workflow={workflow}
        busy={state !== "idle"}
        fault={fault === null ? null : sentenceOfCode(fault, t)}
        back={paths.documents(workflow)}
        button={
          <MainButton busy={state !== "idle"} onPress={() => void sign()}>
            {t("sign.now")}
          </MainButton>
        }
      >
        <Meaning workflow={workflow} files={files} />
      </ActPage>
      <SigningOverlay type={workflow.signer_type} state={state} />
    </>
  );
}
