import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { DocumentCell, DocumentsTable } from "../../../frame/documents-table.tsx";
import { PageHead } from "../../../frame/page-head.tsx";
import { maskPhone } from "../../../frame/phone.ts";
import { RefusalButton } from "../../../frame/refusal-button.tsx";
import { keepShown, shownOf } from "../../../frame/shown-files.ts";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { Emphasised } from "../../../ui/emphasised.tsx";
import { Fault } from "../../../ui/fault.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { useBeforeCode } from "../before-code.tsx";
import { StepBack } from "./step-back.tsx";

type Props = {
  readonly workflow: WorkflowView;
  readonly files: readonly WorkflowFile[];
  /** Where the code goes, E.164. */
  readonly phone: string;
  readonly onBack: () => void;
  readonly onGo: () => void;
};

/** The documents once more, each with the way to look at it, and what happens when they are signed (decisions.md §13). */
export function LastLook({ workflow, files, phone, onBack, onGo }: Props): JSX.Element {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const before = useBeforeCode(workflow, files);
  // What the signer has just read; a later answer of the server, for example to another tab, is not what they saw.
  const [shown] = useState(() => shownOf(files));
  const seal = isSeal(workflow.signer_type);
  const reason = before.missing === null ? null : t(before.missing);
  async function goOn(): Promise<void> {
    setBusy(true);
    keepShown(shown);
    setFault(null);
    const refused = await before.settle();
    setBusy(false);
    setFault(refused);
    if (refused === null) onGo();
  }
  return (
    <div className="last-look">
      <PageHead
        title={t(seal ? "identification.lastSeal" : "identification.last")}
        lead={<Emphasised text={t("identification.lastLead", { phone: maskPhone(phone) })} />}
      />
      <div className="sheet">
        <Documents workflow={workflow} files={files} />
        <div className="part">
          <h2 className="mb-2">{t(seal ? "identification.happensSeal" : "identification.happens")}</h2>
          <ul className="points">
            {(["both", "equal", "final"] as const).map((point) => (
              <li key={point}>
                <Emphasised text={t(seal ? `identification.${point}Seal` : `identification.${point}`)} />
              </li>
            ))}
          </ul>
        </div>
        {before.part !== null && <div className="part">{before.part}</div>}
      </div>
      {fault !== null && <Fault id="look-fault">{sentenceOfCode(fault, t)}</Fault>}
      <div className="actions">
        <RefusalButton workflow={workflow} blocked={busy} />
        <div className="go">
          {reason !== null && (
            <p className="why" id="look-why">
              {reason}
            </p>
          )}
          <StepBack blocked={busy} onBack={onBack} />
          <MainButton busy={busy} reason={reason} reasonId="look-why" onPress={() => void goOn()}>
            {t(seal ? "identification.askAndGoSeal" : "identification.askAndGo")}
          </MainButton>
        </div>
      </div>
    </div>
  );
}

function Documents({ workflow, files }: Pick<Props, "workflow" | "files">): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  return (
    <DocumentsTable>
      {files.map((file) => (
        <tr key={file.id}>
          <DocumentCell file={file} type={workflow.signer_type} />
          <td>
            <span className={file.completed ? "state ok" : "state"}>
              <Icon name={file.completed ? "done" : "open"} />
              {t(file.completed ? "documents.confirmed" : "documents.open")}
            </span>
          </td>
          <td className="end">
            <button
              className="btn btn-sm btn-side"
              type="button"
              onClick={() => void navigate({ href: paths.document(workflow, file.id) })}
            >
              {t("documents.view")}
              <span className="vh">: {file.name}</span>
            </button>
          </td>
        </tr>
      ))}
    </DocumentsTable>
  );
}
