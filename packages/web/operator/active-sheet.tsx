import type { OperatorOrganisationView } from "@siegel/contract/calls/operator-organisations.ts";
import { type JSX, useState } from "react";
import { callDesk } from "../api/operator-client.ts";
import { AskDialog } from "../frame/ask-dialog.tsx";
import { useText } from "../i18n/catalogue.ts";
import { ActiveState } from "./states.tsx";

type Props = { readonly organisation: OperatorOrganisationView; readonly onChanged: () => void };

/** Whether the organisation is switched on, and the switch. */
export function ActiveSheet({ organisation, onChanged }: Props): JSX.Element {
  const t = useText();
  const { organization_id: id, name, active } = organisation;
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState("");
  const close = () => setAsks(false);
  return (
    <section className="sheet" aria-label={t("operator.state")}>
      <div className="part grid gap-4">
        <h2 className="h-card">{t("operator.state")}</h2>
        <ActiveState active={active} />
        <button
          className={`btn btn-sm justify-self-start ${active ? "btn-refuse" : "btn-side"}`}
          type="button"
          onClick={() => {
            setReason("");
            setAsks(true);
          }}
        >
          {t(active ? "operator.deactivate" : "operator.activate")}
        </button>
      </div>
      {asks && (
        <AskDialog
          title={t(active ? "operator.deactivateTitle" : "operator.activateTitle", { name })}
          lead={t(active ? "operator.deactivateLead" : "operator.activateLead")}
          act={t(active ? "operator.deactivate" : "operator.activate")}
          danger={active}
          send={() =>
            callDesk("setOrganisationActive", { params: { id }, body: { active: !active, reason: reason.trim() } })
          }
          onDone={() => {
            close();
            onChanged();
          }}
          onCancel={close}
        >
          <div className="field">
            <label htmlFor="reason">{t("operator.reason")}</label>
            <span className="hint" id="reason-hint">
              {t("operator.reasonHint")}
            </span>
            <textarea
              className="input"
              id="reason"
              rows={2}
              maxLength={500}
              value={reason}
              aria-describedby="reason-hint"
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        </AskDialog>
      )}
    </section>
  );
}
