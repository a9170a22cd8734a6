import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";

/** Logs in with a passkey of this device, or of a phone beside it; nothing where the browser knows no passkeys. */
export function PasskeyButton({ onIn }: { readonly onIn: () => void }): JSX.Element | null {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (window.PublicKeyCredential === undefined) return null;

  async function logIn(): Promise<void> {
    setBusy(true);
    setFault(null);
    const refused = await enter();
    setBusy(false);
    if (refused === null) onIn();
    else setFault(refused);
  }

  /** Answers what went wrong, as a sentence; null: nothing. */
  async function enter(): Promise<string | null> {
    const asked = await callAccount("passkeyOptions", { body: {} }, { quiet: true });
    if (!asked.ok) return sentenceOfCode(asked.code, t);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const optionsJSON = asked.data.options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const response = await startAuthentication({ optionsJSON });
      const body = { challenge_id: asked.data.challenge_id, response: { ...response } };
      const answer = await callAccount("passkeyLogin", { body }, { quiet: true });
      return answer.ok ? null : sentenceOfCode(answer.code, t);
    } catch {
      // The person has closed the device's question, or the device has no passkey of theirs.
      return t("adminLogin.passkeyFailed");
    }
  }

  return (
    <div className="grid gap-2.5">
      <MainButton look="side" className="btn-wide" busy={busy} onPress={() => void logIn()}>
        <Icon name={late.key} size={18} />
        {t("adminLogin.passkey")}
      </MainButton>
      {fault !== null && <Fault id="passkey-fault">{fault}</Fault>}
    </div>
  );
}
