import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { BackButton } from "../../frame/back-button.tsx";
import { signedWith } from "../../frame/document-place.ts";
import { DocumentCell, DocumentsTable } from "../../frame/documents-table.tsx";
import { fillableFields } from "../../frame/field-values.ts";
import { PageHead } from "../../frame/page-head.tsx";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { type Translate, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { isTouched, nextToConfirm, standingOf } from "./next-document.ts";
import { type Confirmation, nextLabel, nextPath } from "./way-on.ts";

/** Several documents: each is opened, filled in and confirmed; the way on opens when all are. */
export function FileList({ workflow, files }: { workflow: WorkflowView; files: readonly WorkflowFile[] }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const open = files.filter((file) => !file.completed).length;
  // Nobody signs without what they have typed: the document says what is wrong with it.
  const unsaved = files.find(isTouched);
  const count = countStandings(files);
  const unseen = files.find((file) => standingOf(file) === "unseen");
  const toOpen = unsaved ?? unseen;
  const reason = ((): string | null => {
    if (open > 0) return open === 1 ? t("documents.missingOne") : t("documents.missing", { n: open });
    if (unsaved !== undefined) return t("entry.unsaved", { name: unsaved.name });
    if (unseen === undefined) return null;
    return count.unseen === 1
      ? t("documents.lookAgainAt", { name: unseen.name })
      : t("documents.lookAgainAtAll", { n: count.unseen });
  })();
  return (
    <>
      <PageHead
        title={t("documents.title")}
        lead={t(reason === null && files.length > 0 ? "documents.leadDone" : "documents.lead")}
      />
      <div className="sheet">
        <div className="part py-4">
          <p>
            <b>{t("documents.confirmedOf", { n: count.confirmed, m: files.length })}</b>
            {count.unseen > 0 && (
              <span className="look-again"> · {t("documents.lookAgainCount", { n: count.unseen })}</span>
            )}
          </p>
        </div>
        {files.length === 0 ? (
          <p className="part muted">{t("documents.none")}</p>
        ) : (
          <FileTable workflow={workflow} files={files} next={nextToConfirm(files) ?? toOpen} />
        )}
      </div>
      {files
        .filter((file) => file.attachment_signed)
        .map((file) => (
          <div key={file.id} className="mt-4">
            <Note kind="plain" icon="attachment">
              {t(isSeal(workflow.signer_type) ? "documents.attachmentSeal" : "documents.attachment", {
                name: file.name,
                attachments: signedWith(file, files).join(", "),
              })}
            </Note>
          </div>
        ))}
      <div className="actions">
        <RefusalButton workflow={workflow} />
        <div className="go">
          {reason !== null && (
            <p className="why" id="documents-why">
              {reason}
            </p>
          )}
          <BackButton to={paths.credentials(workflow)} />
          <MainButton
            reason={reason}
            reasonId="documents-why"
            {...(open === 0 && toOpen !== undefined
              ? { onBlocked: () => void navigate({ href: paths.document(workflow, toOpen.id) }) }
              : {})}
            onPress={() => void navigate({ href: nextPath(workflow) })}
          >
            {t(nextLabel(workflow.signer_type))}
          </MainButton>
        </div>
      </div>
    </>
  );
}

/** How many documents stand how. */
function countStandings(files: readonly WorkflowFile[]): Readonly<Record<Confirmation, number>> {
  const count = { confirmed: 0, unseen: 0, changed: 0, open: 0 };
  for (const file of files) count[standingOf(file)] += 1;
  return count;
}

type TableProps = {
  readonly workflow: WorkflowView;
  readonly files: readonly WorkflowFile[];
  /** What is to be opened next. */
  readonly next: WorkflowFile | undefined;
};

function FileTable({ workflow, files, next }: TableProps): JSX.Element {
  return (
    <DocumentsTable>
      {files.map((file) => (
        <FileRow key={file.id} workflow={workflow} file={file} isNext={file.id === next?.id} />
      ))}
    </DocumentsTable>
  );
}

const states = {
  confirmed: { look: "state ok", icon: "done", word: "documents.confirmed" },
  unseen: { look: "state warn", icon: "warning", word: "documents.lookAgain" },
  changed: { look: "state warn", icon: "warning", word: "entry.confirmAgain" },
  open: { look: "state", icon: "open", word: "documents.open" },
} as const satisfies Record<Confirmation, unknown>;

type RowProps = { readonly workflow: WorkflowView; readonly file: WorkflowFile; readonly isNext: boolean };

function FileRow({ workflow, file, isNext }: RowProps): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const fields = fillableFields(file).length;
  const standing = standingOf(file);
  const { look, icon, word } = states[standing];
  const isDone = standing === "confirmed";
  return (
    <tr>
      <DocumentCell file={file} type={workflow.signer_type} {...(file.sign ? { beside: fieldWords(fields, t) } : {})} />
      <td>
        <span className={look}>
          <Icon name={icon} />
          {t(word)}
        </span>
      </td>
      <td className="end">
        <button
          className={`btn btn-sm ${isNext ? "btn-you" : "btn-side"}`}
          type="button"
          onClick={() => void navigate({ href: paths.document(workflow, file.id) })}
        >
          {t(isDone ? "documents.view" : "documents.edit")}
          <span className="vh">: {file.name}</span>
        </button>
      </td>
    </tr>
  );
}

function fieldWords(count: number, t: Translate): string {
  if (count === 0) return t("documents.noFields");
  return count === 1 ? t("documents.oneField") : t("documents.fields", { n: count });
}
