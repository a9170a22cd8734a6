import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { callApi } from "../../api/client.ts";
import { filesQuery, requireHeader } from "../../api/queries.ts";
import { BackButton } from "../../frame/back-button.tsx";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { SigningOverlay } from "../../frame/signing-overlay.tsx";
import { Statement } from "../../frame/statement.tsx";
import { useSigning } from "../../frame/use-signing.ts";
import { useText } from "../../i18n/catalogue.ts";
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
  const header = requireHeader();
  const { state, start } = useSigning(header);
  const queries = useQueryClient();
  const navigate = useNavigate();
  // What the signer has just read; a later answer of the server, for example to another tab, is not what they saw.
  const [shown] = useState(() => files.map(({ id, xfdf_annotations }) => ({ id, xfdf_annotations })));
  const sign = async (): Promise<void> => {
    const ids = { workflow_id: workflow.workflow_id, signer_id: workflow.signer_id };
    const refusal = await start(() => callApi("signWithoutAuth", { body: { workflow: ids, files: shown } }));
    if (refusal?.code !== "WORKFLOW_CHANGED") return;
    await queries.invalidateQueries({ queryKey: filesQuery(header).queryKey });
    await navigate({ href: paths.documents(workflow) });
  };
  return (
    <>
      <div className="head">
        <h1>{t("statement.title")}</h1>
      </div>
      <Statement workflow={workflow} files={files} />
      <div className="actions">
        <RefusalButton workflow={workflow} />
        <div className="go">
          <BackButton to={paths.documents(workflow)} />
          <MainButton busy={state !== "idle"} onPress={() => void sign()}>
            {t("sign.now")}
          </MainButton>
        </div>
      </div>
      <SigningOverlay type={workflow.signer_type} state={state} />
    </>
  );
}
