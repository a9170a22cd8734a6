import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { download } from "../../api/download.ts";
import { clockOf } from "../../frame/dates.ts";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";
import type { SaveState } from "./use-saving.ts";

type Props = {
  readonly file: WorkflowFile;
  readonly state: SaveState;
  /** 1 fits the width. */
  readonly zoom: number;
  readonly page: number;
  /** The list of documents, where there is one. */
  readonly backTo: string | null;
  readonly onZoom: (step: number) => void;
  readonly onPage: (page: number) => void;
};

/** The document's name, whether everything is saved, and the tools. */
export function Toolbar({ file, state, zoom, page, backTo, onZoom, onPage }: Props): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  return (
    <section className="vbar" aria-label={t("viewer.tools")}>
      {backTo !== null && (
        <button
          className="btn-icon"
          type="button"
          aria-label={t("viewer.toList")}
          onClick={() => void navigate({ href: backTo })}
        >
          <Icon name="left" />
        </button>
      )}
      <h1 className="doc-title grow truncate">{file.name}</h1>
      <SaveWord state={state} />
      <span className="sep max-md:hidden" />
      <button className="btn-icon" type="button" aria-label={t("viewer.zoomOut")} onClick={() => onZoom(-1)}>
        <Icon name="minus" />
      </button>
      <span className="num small max-md:hidden">{Math.round(zoom * 100)} %</span>
      <button className="btn-icon" type="button" aria-label={t("viewer.zoomIn")} onClick={() => onZoom(1)}>
        <Icon name="plus" />
      </button>
      <span className="sep max-md:hidden" />
      <PageJump page={page} pages={file.pages} onPage={onPage} />
      <span className="sep max-md:hidden" />
      <button
        className="btn-icon"
        type="button"
        aria-label={t("documents.download")}
        onClick={() => void download(file)}
      >
        <Icon name="download" />
      </button>
    </section>
  );
}

function PageJump({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}): JSX.Element {
  const t = useText();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  function jump(): void {
    const wanted = Number.parseInt(typed, 10);
    if (Number.isInteger(wanted)) onPage(Math.min(pages, Math.max(1, wanted)));
    setTyped(String(page));
  }
  return (
    <form
      className="row small max-md:hidden gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        jump();
      }}
    >
      <label htmlFor="page-jump">{t("viewer.page")}</label>
      <input
        className="input page-jump num"
        id="page-jump"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={jump}
      />
      {t("viewer.ofPages", { m: pages })}
    </form>
  );
}

function SaveWord({ state }: { state: SaveState }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  return (
    <span role="status" className="save-word">
      {state.status === "saving" && (
        <span className="state">
          <span className="spin" aria-hidden="true" />
          {t("viewer.saving")}
        </span>
      )}
      {state.status === "saved" && (
        <span className="state ok">
          <Icon name="cloud" />
          {t("viewer.saved", { time: clockOf(state.at, language) })}
        </span>
      )}
      {(state.status === "offline" || state.status === "refused") && (
        <span className="state warn">
          <Icon name="warning" />
          {t(state.status === "offline" ? "viewer.offline" : "viewer.invalid")}
        </span>
      )}
    </span>
  );
}
