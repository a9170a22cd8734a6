import { type JSX, useState } from "react";
import type { Answer } from "../api/answer.ts";
import { PasswordField } from "../frame/password-field.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";

type Props<Data> = {
  readonly title: string;
  readonly lead: string;
  readonly act: string;
  readonly danger?: boolean;
  readonly send: (password: string) => Promise<Answer<Data>>;
  readonly onDone: (data: Data) => void;
  readonly onCancel: () => void;
};

/** Asks for the password once more before something is done that a stranger at an open screen must not do. */
export function AskPassword<Data>(props: Props<Data>): JSX.Element {
  const { title, lead, act, danger = false, send, onDone, onCancel } = props;
  const t = useText();
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function go(): Promise<void> {
    setFault(password === "" ? t("frame.required") : null);
    setCode(null);
    if (password === "" || busy) return;
    setBusy(true);
    const answer = await send(password);
    setBusy(false);
    if (answer.ok) return onDone(answer.data);
    if (answer.code === "WRONG_PASSWORD") setFault(t("account.passwordWrong"));
    else setCode(answer.code);
  }
  return (
    <Dialog title={title} lead={lead} onCancel={busy ? () => undefined : onCancel} wide>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <PasswordField label={t("account.passwordNow")} value={password} onChange={setPassword} fault={fault} />
        {code !== null && <Fault id="ask-password-fault">{sentenceOfCode(code, t)}</Fault>}
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={() => !busy && onCancel()}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" look={danger ? "danger" : "main"} busy={busy}>
              {act}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
