import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { FileName } from "../ui/file-name.tsx";
import { placeWords } from "./document-place.ts";

type Props = {
  readonly file: WorkflowFile;
  /** Says whether it is signed, and by what kind of signer; without it the page has said so above. */
  readonly type?: SignerType;
  /** Said beside its pages. */
  readonly beside?: string;
  readonly children?: ReactNode;
};

/** What a document is called, where it belongs and how long it is, line by line; `children` are further lines. */
export function FileCaption({ file, type, beside, children }: Props): JSX.Element {
  const t = useText();
  const place = placeWords(file, type ?? null).map((key) => t(key));
  const pages = file.pages === 1 ? t("documents.onePage") : t("documents.pages", { n: file.pages });
  return (
    <span>
      <b>
        <FileName name={file.name} />
      </b>
      {place.length > 0 && <span className="tiny place">{place.join(", ")}</span>}
      <span className="tiny">{beside === undefined ? pages : `${pages} · ${beside}`}</span>
      {children}
    </span>
  );
}
