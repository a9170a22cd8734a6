import { passkey_name_chars_max } from "@siegel/contract/limits.ts";
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from "@simplewebauthn/browser";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { TextField } from "../../frame/text-field.tsx";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { browserOf } from "./browser-of.ts";

type Props = { readonly onDone: () => void; readonly onCancel: () => void };

/** Asks for the password and a name, then lets the device make the passkey. */
export function AddPasskey({ onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [name, setName] = useState(() => browserOf(navigator.userAgent)?.system ?? "");
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useState<{ readonly name: string | null; readonly password: string | null }>({
    name: null,
    password: null,
  });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function add(): Promise<void> {
    const found = {
      name: name.trim() === "" ? t("frame.required") : null,
      password: password === "" ? t("frame.required") : null,
    };
    setFaults(found);
    setFault(null);
    if (found.name !== null || found.password !== null || busy) return;
    setBusy(true);
    const refused = await make();
    setBusy(false);
    if (refused !== null) return setFault(refused);
    notify("success", translateNow("account.passkeyAdded"));
    onDone();
  }

  /** Answers what went wrong, as a sentence; null: nothing. */
  async function make(): Promise<string | null> {
    const started = await callAccount("startPasskey", { body: { password } }, { quiet: true });
    if (!started.ok) {
      if (started.code !== "WRONG_PASSWORD") return sentenceOfCode(started.code, t);
      setFaults({ name: null, password: t("account.passwordWrong") });
      return "";
    }
    try {
      const optionsJSON = started.data.options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = await startRegistration({ optionsJSON });
      const body = { challenge_id: started.data.challenge_id, name: name.trim(), response: { ...response } };
      const added = await callAccount("addPasskey", { body }, { quiet: true });
      return added.ok ? null : sentenceOfCode(added.code, t);
    } catch {
      // The person has closed the device's question, or it can make none.
      return t("account.passkeyNotMade");
    }
  }

  return (
    <Dialog title={t("account.passkeyTitle")} lead={t("account.passkeyLead")} onCancel={onCancel} wide>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <PasswordField
          label={t("account.passwordNow")}
          value={password}
          onChange={setPassword}
          fault={faults.password}
        />
        <TextField
          id="passkey-name"
          label={t("account.passkeyName")}
          hint={t("account.passkeyNameHint")}
          value={name}
          onChange={(value) => setName(value.slice(0, passkey_name_chars_max))}
          fault={faults.name}
        />
        {fault !== null && fault !== "" && <Fault id="passkey-fault">{fault}</Fault>}
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={() => !busy && onCancel()}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("account.passkeyAdd")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
