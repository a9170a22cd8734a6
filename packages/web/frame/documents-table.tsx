import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { EmbeddedFiles } from "./embedded-files.tsx";
import { FileCaption } from "./file-caption.tsx";

/** The documents of a workflow: in each row what it is, how it stands, and what can be done with it. */
export function DocumentsTable({ children }: { readonly children: ReactNode }): JSX.Element {
  const t = useText();
  return (
    <table className="table cards-on-phone">
      <caption className="vh">{t("documents.table")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("documents.document")}</th>
          <th scope="col">{t("documents.status")}</th>
          <th scope="col" className="end">
            <span className="vh">{t("documents.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type CellProps = { readonly file: WorkflowFile; readonly type: SignerType; readonly beside?: string };

/** What a document is. `beside`: more words behind its size. */
export function DocumentCell({ file, type, beside }: CellProps): JSX.Element {
  return (
    <td>
      <div className={file.attachment_of === null ? "file" : "file attached"}>
        <Icon name={file.attachment_of === null ? "file" : "attachment"} size={24} />
        <FileCaption file={file} type={type} {...(beside === undefined ? {} : { beside })} />
      </div>
      <EmbeddedFiles file={file} type={type} />
    </td>
  );
}
