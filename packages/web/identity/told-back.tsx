import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Note } from "../ui/note.tsx";
import { Outcome } from "./outcome.tsx";

/** Read for another device, where it goes on. */
export function Elsewhere({ isRead }: { readonly isRead: boolean }): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <Outcome
        look={isRead ? "ok" : ""}
        icon={isRead ? "done" : "barred"}
        title={t("identification.elsewhere")}
        lead={t(isRead ? "identification.elsewhereLead" : "identification.elsewhereNotLead")}
      />
    </div>
  );
}

/** The person said that they are somebody else. */
export function Declined(): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <Outcome look="" icon="barred" title={t("identification.declined")} lead={t("identification.declinedLead")} />
    </div>
  );
}

type WhoProps = {
  readonly name: string;
  readonly lead: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** On a phone the browser that comes back may have nothing of the one that began: then the person says who they are. */
export function WhoAreYou({ name, lead, onYes, onNo }: WhoProps): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <div className="sheet">
        <div className="wait">
          <h1>{t("identification.whoAreYou", { name })}</h1>
          <p className="lead">{lead}</p>
        </div>
        <div className="part">
          <Note kind="warn" icon="warning">
            <b>{t("identification.whoAreYouWarn")}</b>
            {t("identification.whoAreYouWarnLead")}
          </Note>
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={onNo}>
            {t("identification.notMe")}
          </button>
          <button className="btn btn-main" type="button" onClick={onYes}>
            {t("identification.me")}
          </button>
        </div>
      </div>
    </div>
  );
}

type StrangerProps = {
  /** How to begin again here. */
  readonly again: string;
  /** The way there; null: nobody knows it. */
  readonly children: ReactNode;
};

/** It was begun in another browser, and goes on there alone. */
export function Stranger({ again, children }: StrangerProps): JSX.Element {
  const t = useText();
  const steps = [
    ["openFirst", t("identification.openFirst"), t("identification.openFirstLead")],
    ["orAgain", t("identification.orAgain"), again],
  ] as const;
  return (
    <div className="narrow">
      <Outcome
        look="warn"
        icon="warning"
        title={t("identification.begunElsewhere")}
        lead={t("identification.begunElsewhereLead")}
      />
      <div className="sheet part">
        <ol className="pick-n">
          {steps.map(([step, title, lead]) => (
            <li key={step}>
              <div>
                <b>{title}</b>
                <p className="small muted">{lead}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {children !== null && (
        <div className="actions">
          <div className="go">{children}</div>
        </div>
      )}
    </div>
  );
}
