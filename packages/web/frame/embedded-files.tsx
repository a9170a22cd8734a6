import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import type { TextKey } from "../i18n/text-key.ts";
import { FileName } from "../ui/file-name.tsx";
import { Icon } from "../ui/icons.tsx";
import { sizeOf } from "./dates.ts";

type Props = {
  readonly file: WorkflowFile;
  readonly type: SignerType;
  /** A line of its own above the pages, instead of one below the document's name. */
  readonly bar?: boolean;
};

/** Files within the document: that there are some, and on a press which. They are never opened here; the document that is downloaded has them. */
export function EmbeddedFiles({ file, type, bar = false }: Props): JSX.Element | null {
  const t = useText();
  const language = useLanguage();
  const { embedded_files: files, embedded_files_total: total } = file;
  if (total === 0) return null;
  return (
    <details className={bar ? "embedded bar" : "embedded"}>
      <summary>
        <Icon name="attachment" size={18} />
        <span>{total === 1 ? t("embedded.one") : t("embedded.some", { n: total })}</span>
        <Icon name="down" size={16} />
      </summary>
      <ul>
        {files.map(({ name, size }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and never change places
          <li key={at}>
            <FileName name={name === "" ? t("embedded.unnamed") : name} />
            {size !== null && <span className="subtle"> · {sizeOf(size, language)}</span>}
          </li>
        ))}
        {total > files.length && <li className="subtle">{t("embedded.more", { n: total - files.length })}</li>}
      </ul>
      <p className="muted">
        {t(partOf(file, type))} {t("embedded.how")}
      </p>
    </details>
  );
}

function partOf({ sign }: WorkflowFile, type: SignerType): TextKey {
  if (!sign) return "embedded.shown";
  return isSeal(type) ? "embedded.sealed" : "embedded.signed";
}
