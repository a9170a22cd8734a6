import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { summary_page_size } from "@siegel/contract/limits.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { type JSX, useState } from "react";
import type { CallData } from "../../api/calls.ts";
import { useProviderName } from "../../api/configuration.ts";
import { download } from "../../api/download.ts";
import { sizeOf } from "../../frame/dates.ts";
import { Loading } from "../../frame/loading.tsx";
import { sentenceOfCode, type Translate, useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Fault } from "../../ui/fault.tsx";
import { FileName } from "../../ui/file-name.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { type NameOrder, nextOrder, sortByName } from "./sort-files.ts";

type SummaryFile = CallData<"getSummaryFiles">[number];
type Props = { readonly files: readonly SummaryFile[]; readonly type: SignerType; readonly loading: boolean };

/** The documents to take home, ten a page, by name when asked. */
export function SummaryFiles({ files, type, loading }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const [page, setPage] = useState(0);
  const [order, setOrder] = useState<NameOrder>("none");
  const sorted = sortByName(files, { order, language, nameOf: (file) => nameOf(file, t) });
  const pages = Math.max(1, Math.ceil(files.length / summary_page_size));
  const shown = sorted.slice(page * summary_page_size, (page + 1) * summary_page_size);
  return (
    <section className="part">
      <h2 className="mb-1">{t("summary.files")}</h2>
      {loading && (
        <div className="files-to-come">
          <Loading />
        </div>
      )}
      {!loading && files.length === 0 && <p className="muted">{t("summary.noFiles")}</p>}
      {shown.length > 0 && (
        <table className="table file-table">
          <caption className="vh">{t("summary.files")}</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort={files.length > 1 ? order : undefined}>
                {files.length > 1 ? (
                  <button
                    type="button"
                    onClick={() => {
                      setOrder(nextOrder(order));
                      setPage(0);
                    }}
                  >
                    {t("summary.name")}
                    <span className="vh">, {t("summary.sorted")}</span>
                    <Icon name={sortIcons[order]} size={16} />
                  </button>
                ) : (
                  t("summary.name")
                )}
              </th>
              <th scope="col" className="end">
                <span className="vh">{t("summary.download")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((file) => (
              // Sorted by name an attachment does not stand below its document.
              <FileRow
                key={file.id}
                file={file}
                type={type}
                isBelow={order === "none" && file.attachment_of !== null}
              />
            ))}
          </tbody>
        </table>
      )}
      {pages > 1 && (
        <div className="row between mt-4">
          <button className="btn btn-sm btn-side" type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t("summary.previousPage")}
          </button>
          <span className="small muted num">{t("summary.page", { n: page + 1, m: pages })}</span>
          <button
            className="btn btn-sm btn-side"
            type="button"
            disabled={page + 1 === pages}
            onClick={() => setPage(page + 1)}
          >
            {t("summary.nextPage")}
          </button>
        </div>
      )}
    </section>
  );
}

const sortIcons = { none: late.sort, ascending: "up", descending: "down" } as const satisfies Record<
  NameOrder,
  IconName
>;

const isReport = (file: SummaryFile): boolean => file.id === "audit_report";

function iconOf(file: SummaryFile): IconName {
  if (isReport(file)) return late.shield;
  return file.attachment_of === null ? "file" : "attachment";
}

function placeOf({ sign, attachment_of }: SummaryFile, type: SignerType, t: Translate): string {
  const words = [
    ...(attachment_of === null ? [] : [t("documents.asAttachment")]),
    ...(sign ? [] : [t(isSeal(type) ? "summary.notSealed" : "summary.notSigned")]),
  ];
  return words.map((word) => `${word} · `).join("");
}

const nameOf = (file: SummaryFile, t: Translate): string => (isReport(file) ? t("summary.report") : file.name);

type RowProps = { readonly file: SummaryFile; readonly type: SignerType; readonly isBelow: boolean };

function FileRow({ file, type, isBelow }: RowProps): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const provider = useProviderName();
  const report = isReport(file);
  // A free line until the name is known.
  const reportLead = provider === null ? "\u00a0" : t("summary.reportLead", { provider });
  const name = nameOf(file, t);
  const faultId = `fault-${file.id}`;
  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(await download({ id: file.id, name: report ? `${name}.pdf` : name }, { isToldByPage: true }));
    setBusy(false);
  };
  return (
    <tr>
      <td>
        <span className={isBelow ? "file attached" : "file"}>
          <Icon name={iconOf(file)} size={24} />
          <span>
            <b>
              <FileName name={name} />
            </b>
            <span className="tiny">
              {report ? (
                reportLead
              ) : (
                <>
                  {`${placeOf(file, type, t)}${pagesOf(file.pages, t)}`}
                  {file.size !== null && <span className="file-size">{sizeOf(file.size, language)}</span>}
                </>
              )}
            </span>
          </span>
        </span>
        {fault !== null && <Fault id={faultId}>{sentenceOfCode(fault, t)}</Fault>}
      </td>
      <td className="end">
        <button
          className="btn btn-sm btn-side"
          type="button"
          aria-label={`${t("summary.download")}: ${name}`}
          aria-busy={busy || undefined}
          aria-describedby={fault === null ? undefined : faultId}
          onClick={() => {
            if (!busy) void save();
          }}
        >
          <Icon name="download" size={18} />
          <span className="max-md:hidden">{t("summary.download")}</span>
        </button>
      </td>
    </tr>
  );
}

function pagesOf(pages: number | null, t: Translate): string {
  if (pages === null) return "";
  return `${pages === 1 ? t("documents.onePage") : t("documents.pages", { n: pages })} · `;
}
