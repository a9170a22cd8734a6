import { type JSX, useState } from "react";
import { encode } from "uqr";
import { callAccount } from "../../api/account-client.ts";
import { TextField } from "../../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { CopyButton } from "../copy-button.tsx";

/** What an app is set up with. */
export type AppSecret = { readonly secret: string; readonly uri: string };

type Props = {
  readonly of: AppSecret;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
};

/** The secret as a QR code and to type in, and the first code, which proves that the app has it. */
export function AppDialog({ of: { secret, uri }, onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setFault(code.trim() === "" ? t("frame.required") : null);
    if (code.trim() === "" || busy) return;
    setBusy(true);
    const answer = await callAccount("confirmTotp", { body: { code } }, { quiet: true });
    setBusy(false);
    if (answer.ok) return onDone(answer.data.recovery_codes);
    setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={t("account.appTitle")} lead={t("account.appLead")} onCancel={onCancel} className="token-name">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div className="factor">
          <QrCode text={uri} label={t("account.appQr")} />
          <ol className="grid gap-3.5">
            <li className="small">{t("account.appScan")}</li>
            <li className="small">
              {t("account.appType")}
              <span className="row">
                <span className="mono app-secret">{secret.replace(/(.{4})/g, "$1 ").trim()}</span>
                <CopyButton text={secret} label={t("account.copySecret")} />
              </span>
            </li>
            <li>
              <TextField
                id="first-code"
                label={t("account.appCode")}
                className="mono first-code"
                autoComplete="one-time-code"
                value={code}
                onChange={setCode}
                fault={fault}
              />
            </li>
          </ol>
        </div>
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("account.appConfirm")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <div className="qr-box">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path fill="currentColor" d={path} />
      </svg>
    </div>
  );
}
