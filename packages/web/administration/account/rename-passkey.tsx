import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { passkey_name_chars_max } from "@siegel/contract/limits.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { TextField } from "../../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MainButton } from "../../ui/main-button.tsx";

type Props = {
  readonly of: OwnAccountView["passkeys"][number];
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

/** Asks for another name of a passkey. */
export function RenamePasskey({ of: passkey, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [name, setName] = useState(passkey.name);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function rename(): Promise<void> {
    setFault(name.trim() === "" ? t("frame.required") : null);
    if (name.trim() === "" || busy) return;
    setBusy(true);
    const body = { passkey_id: passkey.passkey_id, name: name.trim() };
    const answer = await callAccount("renamePasskey", { body }, { quiet: true });
    setBusy(false);
    if (answer.ok) return onDone();
    setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={t("account.passkeyRenameTitle")} lead={t("account.passkeyRenameLead")} onCancel={onCancel} wide>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextField
          id="passkey-name"
          label={t("account.passkeyName")}
          value={name}
          onChange={(value) => setName(value.slice(0, passkey_name_chars_max))}
          fault={fault}
        />
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("account.passkeyRename")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
