import type { WebhookSecret, WebhookView } from "@siegel/contract/calls/webhooks.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { type JSX, useEffect, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Icon } from "../../ui/icons.tsx";
import { CopyButton } from "../copy-button.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const shown_s = 60;

/** The secret that signs events: hidden until the person has given their password, and hidden again after a minute. */
export function WebhookSecretRow({ of }: { readonly of: WebhookView }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const [asking, setAsking] = useState<"show" | "renew" | null>(null);
  const [shown, setShown] = useState<WebhookSecret | null>(null);
  const [beforeUntil, setBeforeUntil] = useState(of.secret_before_until);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shown_s * 1_000);
    return () => clearTimeout(timer);
  }, [shown]);
  const before =
    beforeUntil === null
      ? ""
      : t("webhook.beforeUntil", { at: momentText(new Date(beforeUntil), { language, weekday: true }) });
  return (
    <div className="field">
      <span className="label">{t("webhook.secret")}</span>
      <div className="row wrap">
        {shown === null ? (
          <span className="mono">
            <span aria-hidden="true">whsec_••••••••••••••••</span>
            <span className="vh">{t("webhook.hidden")}</span>
          </span>
        ) : (
          <div className="secret">
            <input className="input mono" readOnly aria-label={t("webhook.secret")} value={shown.secret} />
            <CopyButton text={shown.secret} label={t("webhook.copySecret")} />
          </div>
        )}
        {shown === null && (
          <button className="btn btn-sm btn-quiet" type="button" onClick={() => setAsking("show")}>
            <Icon name="eye" size={18} />
            {t("webhook.show")}
          </button>
        )}
        <button className="btn btn-sm btn-quiet" type="button" onClick={() => setAsking("renew")}>
          <Icon name="again" size={18} />
          {t("webhook.renew")}
        </button>
      </div>
      {(shown !== null || before !== "") && (
        <span className="hint" role="status">
          {shown === null ? before : `${t("webhook.hidesAgain", { n: shown_s })} ${before}`}
        </span>
      )}
      {asking !== null && (
        <SecretDialog
          act={asking}
          tokenId={of.token_id}
          onDone={(secret) => {
            setAsking(null);
            setShown(secret);
            setBeforeUntil(secret.secret_before_until);
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  );
}
