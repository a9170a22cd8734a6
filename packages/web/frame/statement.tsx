import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Emphasised } from "../ui/emphasised.tsx";
import { Icon } from "../ui/icons.tsx";
import { Rosette } from "../ui/rosette.tsx";
import { ChosenImage } from "./chosen-image.tsx";
import { EmbeddedFiles } from "./embedded-files.tsx";
import { FileCaption } from "./file-caption.tsx";
import { FilledValues } from "./filled-values.tsx";

/** Before the irreversible step: exactly what is signed, as whom, with what effect (beyond.md, signing experience 6). */
export function Statement({
  workflow,
  files,
  children,
}: {
  workflow: WorkflowView;
  files: readonly WorkflowFile[];
  /** Right below the sentence. */
  children?: ReactNode;
}): JSX.Element {
  const t = useText();
  const seal = isSeal(workflow.signer_type);
  const signed = files.filter(({ sign }) => sign);
  const shown = files.filter(({ sign }) => !sign);
  const sentence = t(seal ? "statement.seal" : "statement.sign", {
    name: `${workflow.first_name} ${workflow.last_name}`,
    documents: signed.length === 1 ? t("statement.oneDocument") : t("statement.documents", { n: signed.length }),
    organisation: workflow.organisation ?? "",
    kind: t(`statement.with.${workflow.signer_type}`),
  });
  return (
    <div className="sheet">
      <section className="part confirm-top">
        <p className="statement serif">
          <Emphasised text={sentence} />
        </p>
        <div className="rosette-wrap">
          <Rosette hex={signed[0]?.sha256 ?? ""} size={112} />
          <span className="mark disc">
            <Icon name="open" size={32} />
          </span>
        </div>
      </section>
      {children}
      <section className="part">
        <h2 className="mb-2">{t(seal ? "statement.whatSeal" : "statement.what")}</h2>
        <FileLines files={signed} type={workflow.signer_type} />
        {shown.length > 0 && (
          <>
            <h2 className="mb-2 mt-6">{t(seal ? "statement.shownSeal" : "statement.shown")}</h2>
            <FileLines files={shown} type={workflow.signer_type} />
          </>
        )}
        <Checksums files={files} />
      </section>
      <FilledValues files={files} />
      <ChosenImage files={signed} type={workflow.signer_type} />
    </div>
  );
}

/** What the act means; a person has read it before they can press. */
export function Meaning({ workflow, files }: { workflow: WorkflowView; files: readonly WorkflowFile[] }): JSX.Element {
  const t = useText();
  const signsOne = files.filter(({ sign }) => sign).length === 1;
  return (
    <section className="part">
      <h2 className="mb-2">{t("statement.meaning")}</h2>
      <ul className="points">
        <li>{t(isSeal(workflow.signer_type) ? "statement.bindingSeal" : "statement.binding")}</li>
        <li>{t(signsOne ? "statement.visibleOne" : "statement.visible")}</li>
        {workflow.others_fill && <li>{t("statement.others")}</li>}
        <li>{t(workflow.others === "OPEN" ? "statement.copyAfterOthers" : "statement.copy")}</li>
      </ul>
    </section>
  );
}

type LinesProps = { readonly files: readonly WorkflowFile[]; readonly type: WorkflowView["signer_type"] };

function FileLines({ files, type }: LinesProps): JSX.Element {
  return (
    <ul className={files.length > 1 ? "flist two" : "flist"}>
      {files.map((file) => (
        <FileLine key={file.id} file={file} type={type} />
      ))}
    </ul>
  );
}

function FileLine({ file, type }: { file: WorkflowFile; type: WorkflowView["signer_type"] }): JSX.Element {
  return (
    <li>
      <div className="grow">
        <span className="file">
          <Icon name={file.attachment_of === null ? "file" : "attachment"} size={22} />
          <FileCaption file={file} />
        </span>
        <EmbeddedFiles file={file} type={type} />
      </div>
    </li>
  );
}

/** For those who compare bytes: the checksums of the files as they were sent. */
function Checksums({ files }: { files: readonly WorkflowFile[] }): JSX.Element {
  const t = useText();
  return (
    <details className="help checksums-below">
      <summary className="small">{t("statement.details")}</summary>
      <p className="tiny muted">{t("statement.checksums")}</p>
      <dl className="tiny checksums">
        {files.map((file) => (
          <div key={file.id}>
            <dt>{file.name}</dt>
            <dd className="mono">{file.sha256}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
