import { confirmationFault, passwordFault } from "@siegel/contract/account-rules.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { faultText } from "../fault-text.ts";
import { PasswordRules } from "../password-rules.tsx";
import { useDay } from "../use-moment.ts";

type Props = { readonly changedAt: string | null; readonly onChanged: () => void };

/** The own password, changed with the one before. */
export function PasswordSetting({ changedAt, onChanged }: Props): JSX.Element {
  const t = useText();
  const day = useDay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("account.password")}</h2>
        <p>{changedAt === null ? t("account.passwordFirst") : t("account.passwordChanged", { day: day(changedAt) })}</p>
      </div>
      <div>
        <label className="check">
          <input type="checkbox" checked={isOpen} onChange={(event) => setIsOpen(event.target.checked)} />
          <span>{t("account.changePassword")}</span>
        </label>
        {isOpen && (
          <PasswordForm
            onDone={() => {
              setIsOpen(false);
              onChanged();
            }}
            onCancel={() => setIsOpen(false)}
          />
        )}
      </div>
    </section>
  );
}

type Faults = { readonly now: string | null; readonly next: string | null; readonly again: string | null };
const none: Faults = { now: null, next: null, again: null };

function PasswordForm({
  onDone,
  onCancel,
}: {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const t = useText();
  const [now, setNow] = useState("");
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [faults, setFaults] = useState<Faults>(none);
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function change(): Promise<void> {
    const wrong = faultText(passwordFault(next), t);
    const found: Faults = {
      now: now === "" ? t("frame.required") : null,
      next: wrong,
      again: wrong === null ? faultText(confirmationFault(next, again), t) : null,
    };
    setFaults(found);
    setCode(null);
    if (Object.values(found).some((fault) => fault !== null) || busy) return;
    setBusy(true);
    const body = { password: now, newPassword: next, confirmNewPassword: again };
    const answer = await callAccount("updateAccountAdministrator", { body }, { quiet: true });
    setBusy(false);
    if (answer.ok) {
      notify("success", "SUCCESS_CHANGE_PASSWORD");
      return onDone();
    }
    const said = sentenceOfCode(answer.code, t);
    if (answer.code === "WRONG_PASSWORD") setFaults({ ...none, now: t("account.wrongPassword") });
    else if (answer.code === "RESET_PASSWORD_INVALID_SAME_PASSWORD") setFaults({ ...none, next: said });
    else setCode(answer.code);
  }

  return (
    <form
      className="grid gap-4.5 mt-4 narrow-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <PasswordField label={t("account.passwordNow")} value={now} onChange={setNow} fault={faults.now} />
      <div>
        <PasswordField
          label={t("account.newPassword")}
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          fault={faults.next}
          takesFocus={faults.now === null}
        />
        <PasswordRules password={next} />
      </div>
      <PasswordField
        label={t("account.newAgain")}
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        fault={faults.again}
        takesFocus={faults.now === null}
      />
      <p className="why">{t("account.othersEnd")}</p>
      {code !== null && <Fault id="password-fault">{sentenceOfCode(code, t)}</Fault>}
      <div className="row wrap">
        <MainButton type="submit" className="btn-sm" busy={busy}>
          {t("account.changePassword")}
        </MainButton>
        <button className="btn btn-sm btn-quiet" type="button" onClick={onCancel}>
          {t("frame.cancel")}
        </button>
      </div>
    </form>
  );
}
