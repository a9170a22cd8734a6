import type { TokenView } from "@siegel/contract/calls/tokens.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { faultOfName, NameField } from "./name-field.tsx";

/** Asks for a token's name. Renamed by another meanwhile: shows that name, keeps what was typed, and the next press overwrites it. */
export function RenameDialog({
  of: token,
  onDone,
  onCancel,
}: {
  readonly of: TokenView;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const t = useText();
  const [name, setName] = useState(token.name);
  const [seen, setSeen] = useState({ version: token.version, name: token.name });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function rename(): Promise<void> {
    const wrong = faultOfName(name, t);
    setFault(wrong);
    if (wrong !== null || busy) return;
    setBusy(true);
    const body = { token_id: token.token_id, name: name.trim(), version: seen.version };
    const answer = await callAccount("updateTokenName", { body }, { quiet: true });
    if (answer.ok) return onDone();
    setBusy(false);
    if (answer.code !== "CHANGED_MEANWHILE") return setFault(sentenceOfCode(answer.code, t));
    const now = recordNow<TokenView>(answer.messages);
    if (now === null) return setFault(sentenceOfCode(answer.code, t));
    setSeen({ version: now.version, name: now.name });
    setFault(t("tokens.renamedMeanwhile", { name: now.name }));
  }
  return (
    <Dialog title={t("tokens.renameTitle")} lead={t("tokens.renameLead")} onCancel={onCancel} className="token-name">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <NameField value={name} fault={fault} onChange={setName} />
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("tokens.rename")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
