import type { RegisterView } from "@siegel/contract/calls/operator-register.ts";
import { type JSX, useState } from "react";
import type { Answer } from "../api/answer.ts";
import { callDesk } from "../api/operator-client.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { useDay } from "./use-day.ts";

type Props = {
  readonly id: string;
  readonly check: NonNullable<RegisterView["check"]>;
  readonly onChanged: () => void;
};

/** Four eyes: who has checked, and whom it waits for. */
export function CheckSheet({ id, check, onChanged }: Props): JSX.Element {
  const t = useText();
  const day = useDay();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function act(send: () => Promise<Answer<unknown>>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFault(null);
    const answer = await send();
    setBusy(false);
    if (answer.ok) onChanged();
    else setFault(sentenceOfCode(answer.code, t));
  }
  const confirm = () => callDesk("confirmRegister", { params: { id }, body: { check_id: check.check_id } });
  return (
    <section className="sheet" aria-label={t("operator.fourEyes")}>
      <div className="part grid gap-4">
        <h2 className="h-card">{t("operator.fourEyes")}</h2>
        <div className="eyes">
          <div>
            <span className="state ok">
              <Icon name="done" />
              {t("operator.checked")}
            </span>
            <b className="small block">{check.checked_by}</b>
            <span className="tiny subtle">{day(check.checked_at, true)}</span>
          </div>
          <div className="vacant">
            <span className="state">
              <Icon name="clock" />
              {t("operator.open")}
            </span>
            <b className="small block">{t("operator.secondPerson")}</b>
            <span className="tiny subtle">{t(check.is_own ? "operator.notYou" : "operator.couldBeYou")}</span>
          </div>
        </div>
        {fault !== null && <Fault id="eyes-fault">{fault}</Fault>}
        {!check.is_own && (
          <>
            <p className="small muted">{t("operator.confirmLead")}</p>
            <MainButton className="btn-wide" busy={busy} onPress={() => void act(confirm)}>
              {t("operator.confirm")}
            </MainButton>
          </>
        )}
        <button
          className="btn btn-sm btn-quiet justify-self-start"
          type="button"
          onClick={() => void act(() => callDesk("withdrawRegisterCheck", { params: { id } }))}
        >
          {t("operator.withdraw")}
        </button>
      </div>
    </section>
  );
}
