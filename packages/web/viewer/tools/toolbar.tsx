import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { clockText } from "@siegel/contract/moment.ts";
import { type JSX, type KeyboardEvent, type ReactNode, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { FileName } from "../../ui/file-name.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { SaveState } from "../saving/use-saving.ts";
import { PageJump } from "./page-jump.tsx";

/** What stands open beside the document. */
export type OpenTools = { readonly search: boolean; readonly strip: boolean };

/** The way back. `onPhoneOnly`: elsewhere it stands beside the way on. */
export type WayBack = { readonly label: string; readonly onPhoneOnly: boolean; readonly go: () => void };

type Props = {
  readonly file: Pick<WorkflowFile, "name" | "pages">;
  readonly state: SaveState;
  /** IANA name of the zone that times are given in. */
  readonly zone: string;
  /** 1 fits the width. */
  readonly zoom: number;
  readonly page: number;
  readonly open: OpenTools;
  readonly back: WayBack;
  readonly onZoom: (direction: 1 | -1) => void;
  readonly onPage: (page: number) => void;
  readonly onToggle: (tool: keyof OpenTools) => void;
  readonly onDownload: () => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
  /** What stands after the tools on a phone, and only there. */
  readonly children: ReactNode;
};

/** The document's name, whether everything is saved, and the tools; on phones these wait behind a button. */
export function Toolbar(props: Props): JSX.Element {
  const { file, state, back } = props;
  const t = useText();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <section
      className={back.onPhoneOnly ? "vbar vbar-start" : "vbar"}
      aria-label={t("viewer.tools")}
      onKeyDown={props.onKey}
    >
      <button
        className={back.onPhoneOnly ? "btn-icon md:hidden" : "btn-icon"}
        type="button"
        aria-label={back.label}
        onClick={back.go}
      >
        <Icon name="left" />
      </button>
      <h1 className="doc-title grow">
        <FileName name={file.name} />
      </h1>
      <SaveWord state={state} zone={props.zone} />
      <button
        className="btn-icon md:hidden"
        type="button"
        aria-label={t("viewer.more")}
        aria-expanded={isUnfolded}
        aria-controls="viewer-tools"
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <Icon name="more" weight={2.8} />
      </button>
      <Tools {...props} isUnfolded={isUnfolded} />
    </section>
  );
}

function Tools(props: Props & { isUnfolded: boolean }): JSX.Element {
  const { file, zoom, page, open, isUnfolded, onZoom, onPage, onToggle } = props;
  const t = useText();
  return (
    <div className={isUnfolded ? "tools unfolded" : "tools"} id="viewer-tools">
      <span className="sep max-md:hidden" />
      <ToggleButton icon="pages" label={t("viewer.pages")} on={open.strip} onPress={() => onToggle("strip")} />
      <ToggleButton
        icon="search"
        label={t("viewer.search")}
        keys="Control+F"
        on={open.search}
        onPress={() => onToggle("search")}
      />
      <span className="sep max-md:hidden" />
      <button className="btn-icon" type="button" aria-label={t("viewer.zoomOut")} onClick={() => onZoom(-1)}>
        <Icon name="minus" />
      </button>
      <span className="num small max-lg:hidden" role="status" aria-label={t("viewer.zoom")}>
        {Math.round(zoom * 100)} %
      </span>
      <button className="btn-icon" type="button" aria-label={t("viewer.zoomIn")} onClick={() => onZoom(1)}>
        <Icon name="plus" />
      </button>
      <span className="sep max-md:hidden" />
      <PageJump page={page} pages={file.pages} onPage={onPage} />
      <span className="sep max-md:hidden" />
      <button className="btn-icon" type="button" aria-label={t("documents.download")} onClick={props.onDownload}>
        <Icon name="download" />
      </button>
      {props.children}
    </div>
  );
}

type ToggleProps = { icon: "pages" | "search"; label: string; keys?: string; on: boolean; onPress: () => void };

function ToggleButton({ icon, label, keys, on, onPress }: ToggleProps): JSX.Element {
  return (
    <button
      className="btn-icon"
      type="button"
      aria-label={label}
      aria-pressed={on}
      title={label}
      {...(keys === undefined ? {} : { "aria-keyshortcuts": keys })}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

/** On a phone the sign alone that all is well: the name has the room. What is not well is said, in a line of its own. */
function SaveWord({ state, zone }: Pick<Props, "state" | "zone">): JSX.Element {
  const t = useText();
  const language = useLanguage();
  return (
    <span role="status" className="save-word">
      {state.status === "saving" && (
        <span className="state">
          <span className="spin" aria-hidden="true" />
          <span className="max-md:sr-only">{t("viewer.saving")}</span>
        </span>
      )}
      {state.status === "saved" && (
        <span className="state ok">
          <Icon name="cloud" />
          <span className="max-md:sr-only">{t("viewer.saved", { time: clockText(state.at, { language, zone }) })}</span>
        </span>
      )}
      {(state.status === "waiting" || state.status === "refused") && (
        <span className="state warn">
          <Icon name="warning" />
          {t(state.status === "waiting" ? "viewer.offline" : "viewer.invalid")}
        </span>
      )}
    </span>
  );
}
