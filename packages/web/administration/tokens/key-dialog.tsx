import type { TokenWithKey } from "@siegel/contract/calls/tokens.ts";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { CopyButton } from "../copy-button.tsx";

type Props = { readonly of: TokenWithKey; readonly renewed: boolean; readonly onClose: () => void };

/** Shows a new key, this once. Esc does not close it: a slip of the finger must not lose the key. */
export function KeyDialog({ of: token, renewed, onClose }: Props): JSX.Element {
  const t = useText();
  const { name, apiKey } = token;
  return (
    <Dialog
      title={t("tokens.keyTitle")}
      lead={t("tokens.keyLead", { name })}
      onCancel={() => undefined}
      className="token-name"
    >
      <div className="grid gap-5">
        <Note kind="warn" icon={late.key}>
          <b className="block">{t("tokens.keyOnce")}</b>
          {t(renewed ? "tokens.keyKeepRenewed" : "tokens.keyKeep")}
        </Note>
        <div className="field">
          <label htmlFor="token-key">{t("tokens.keyLabel")}</label>
          <div className="input-group">
            <input
              className="input mono"
              id="token-key"
              readOnly
              value={apiKey}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={apiKey} label={t("tokens.copyKey")} />
          </div>
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <MainButton onPress={onClose}>{t("tokens.keyDone")}</MainButton>
        </div>
      </div>
    </Dialog>
  );
}
