import type { WebhookSecret } from "@siegel/contract/calls/webhooks.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { OwnPassword } from "../own-password.tsx";

const calls = { show: "showWebhookSecret", renew: "renewWebhookSecret" } as const;

type Props = {
  readonly act: keyof typeof calls;
  readonly tokenId: string;
  readonly onDone: (secret: WebhookSecret) => void;
  readonly onCancel: () => void;
};

/** Asks for the own password, then shows or renews a secret. */
export function SecretDialog({ act, tokenId, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function go(): Promise<void> {
    if (busy) return;
    if (password === "") return setFault(t("webhook.passwordMissing"));
    setBusy(true);
    setFault(null);
    const answer = await callAccount(calls[act], { params: { id: tokenId }, body: { password } }, { quiet: true });
    if (answer.ok) return onDone(answer.data);
    setBusy(false);
    setFault(answer.code === "WRONG_PASSWORD" ? t("account.passwordWrong") : sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={t(`webhook.${act}Title`)} lead={t(`webhook.${act}Lead`)} onCancel={onCancel}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <OwnPassword label={t("webhook.password")} value={password} fault={fault} onChange={setPassword} />
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t(`webhook.${act}Act`)}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
