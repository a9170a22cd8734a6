import { summary_page_size } from "@siegel/contract/limits.ts";
import { type JSX, useState } from "react";
import type { CallData } from "../../api/calls.ts";
import { useConfiguration } from "../../api/configuration.ts";
import { download } from "../../api/download.ts";
import { sizeOf } from "../../frame/dates.ts";
import { Loading } from "../../frame/loading.tsx";
import { type Translate, useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";

type SummaryFile = CallData<"getSummaryFiles">[number];

/** The documents to take home, ten a page. */
export function SummaryFiles({ files, loading }: { files: readonly SummaryFile[]; loading: boolean }): JSX.Element {
  const t = useText();
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(files.length / summary_page_size));
  const shown = files.slice(page * summary_page_size, (page + 1) * summary_page_size);
  return (
    <section className="part">
      <h2 className="mb-1">{t("summary.files")}</h2>
      {loading && <Loading />}
      {!loading && files.length === 0 && <p className="muted">{t("summary.noFiles")}</p>}
      {shown.length > 0 && (
        <table className="table file-table">
          <caption className="vh">{t("summary.files")}</caption>
          <thead className="vh">
            <tr>
              <th scope="col">{t("summary.name")}</th>
              <th scope="col">{t("summary.download")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((file) => (
              <FileRow key={file.id} file={file} />
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

function FileRow({ file }: { file: SummaryFile }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const provider = useConfiguration()?.provider_name ?? "";
  const report = file.id === "audit_report";
  const name = report ? t("summary.report") : file.name;
  return (
    <tr>
      <td>
        <span className="file">
          <Icon name={report ? "shield" : "file"} size={24} />
          <span>
            <b>{name}</b>
            <span className="tiny">
              {report
                ? t("summary.reportLead", { provider })
                : `${pagesOf(file.pages, t)}${sizeOf(file.size, language)}`}
            </span>
          </span>
        </span>
      </td>
      <td className="end">
        <button
          className="btn btn-sm btn-side"
          type="button"
          aria-label={`${t("summary.download")}: ${name}`}
          onClick={() => void download({ id: file.id, name: report ? `${name}.pdf` : name })}
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
