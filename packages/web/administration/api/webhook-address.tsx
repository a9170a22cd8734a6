import type { WebhookView } from "@siegel/contract/calls/webhooks.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { webhook_url_chars_max } from "@siegel/contract/limits.ts";
import { isWebhookAddress } from "@siegel/contract/webhook-address.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type JSX, useId, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";

/**
 * The address of a token's events, and a test. Changed by another person meanwhile: shows theirs, keeps what was typed, and the next press
 * overwrites it.
 */
export function WebhookAddress({
  read,
  onSent,
}: {
  readonly read: WebhookView;
  readonly onSent: () => void;
}): JSX.Element {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const [saved, setSaved] = useState(read);
  const [typed, setTyped] = useState(read.webhook_url ?? "");
  const [fault, setFault] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [busy, setBusy] = useState<"save" | "test" | null>(null);
  const url = typed.trim();
  const isChanged = url !== (saved.webhook_url ?? "");

  function begin(what: "save" | "test"): void {
    setBusy(what);
    setFault(null);
    setTold(null);
  }

  async function save(): Promise<void> {
    if (busy !== null) return;
    if (url !== "" && (!isWebhookAddress(url) || url.length > webhook_url_chars_max))
      return setFault(t("webhook.addressWrong"));
    begin("save");
    const body = { token_id: saved.token_id, webhook_url: url === "" ? null : url, version: saved.version };
    const answer = await callAccount("updateWebhook", { body }, { quiet: true });
    setBusy(null);
    if (answer.ok) {
      setSaved(answer.data);
      setTyped(answer.data.webhook_url ?? "");
      setTold(t(answer.data.webhook_url === null ? "webhook.removed" : "webhook.saved"));
      return void client.invalidateQueries({ queryKey: ["webhookDeliveries"] });
    }
    const now = answer.code === "CHANGED_MEANWHILE" ? recordNow<WebhookView>(answer.messages) : null;
    if (now === null) return setFault(sentenceOfCode(answer.code, t));
    setSaved(now);
    setFault(t("webhook.changedMeanwhile", { url: now.webhook_url ?? t("webhook.none") }));
  }

  async function test(): Promise<void> {
    begin("test");
    const answer = await callAccount("sendTestEvent", { params: { id: saved.token_id } }, { quiet: true });
    setBusy(null);
    if (!answer.ok) return setFault(sentenceOfCode(answer.code, t));
    setTold(t("webhook.testSent"));
    onSent();
    await client.invalidateQueries({ queryKey: ["webhookDeliveries"] });
  }

  const whyNoTest = isChanged ? t("webhook.saveFirst") : saved.webhook_url === null ? t("webhook.enterFirst") : null;
  return (
    <form
      className="field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id}>{t("webhook.address")}</label>
      <span className="hint" id={`${id}h`}>
        {t("webhook.addressHint")}
      </span>
      <div className="row wrap">
        <input
          className="input mono grow"
          id={id}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={typed}
          aria-invalid={fault !== null || undefined}
          aria-describedby={`${id}h${fault === null ? "" : ` ${id}f`}`}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isChanged && (
          <MainButton type="submit" busy={busy === "save"} className="btn-sm">
            {t("webhook.save")}
          </MainButton>
        )}
        <MainButton
          look="side"
          className="btn-sm"
          reason={whyNoTest}
          busy={busy === "test"}
          onPress={() => void test()}
        >
          {t("webhook.test")}
        </MainButton>
      </div>
      {fault !== null && <Fault id={`${id}f`}>{fault}</Fault>}
      <p className="small muted" role="status">
        {told}
      </p>
    </form>
  );
}
