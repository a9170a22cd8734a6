import { type JSX, useEffect, useRef, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import type { Refusal } from "../../api/answer.ts";
import { SlowDown } from "../../frame/slow-down.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { useProvider } from "../use-provider.ts";

type Props = {
  readonly claim: { readonly email: string; readonly password: string };
  readonly onIn: () => void;
  readonly onBack: () => void;
};

/** The second step of a login: the code of the app, or a recovery code. */
export function CodeForm({ claim, onIn, onBack }: Props): JSX.Element {
  const t = useText();
  const provider = useProvider();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const waits = refusal?.code === "TOO_MANY_REQUESTS" ? refusal.retryAfterSeconds : null;
  const fault = isMissing ? t("frame.required") : refusal === null ? null : sentenceOfCode(refusal.code, t);
  useEffect(() => field.current?.focus(), []);

  async function logIn(): Promise<void> {
    setIsMissing(code.trim() === "");
    setRefusal(null);
    if (code.trim() === "") return field.current?.focus();
    setBusy(true);
    const answer = await callAccount("adminLogin", { body: { ...claim, totp: code } }, { quiet: true });
    if (answer.ok) return onIn();
    setBusy(false);
    setRefusal(answer);
    setCode("");
    field.current?.focus();
  }

  return (
    <form
      className="sheet sheet-pad entry-form grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && waits == null) void logIn();
      }}
    >
      <h2 className="h-xl">{t("adminLogin.codeTitle")}</h2>
      <p className="muted">{t("adminLogin.codeLead")}</p>
      <div className="field">
        <label htmlFor="totp">{t("adminLogin.code")}</label>
        <span className="hint" id="totp-hint">
          {t("adminLogin.codeHint")}
        </span>
        <input
          className="input mono first-code"
          id="totp"
          ref={field}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          aria-required
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? "totp-hint" : "totp-hint totp-fault"}
          onChange={(event) => setCode(event.target.value)}
        />
        {fault !== null && waits == null && <Fault id="totp-fault">{fault}</Fault>}
      </div>
      <div className="grid gap-2.5">
        {waits == null ? (
          <MainButton type="submit" className="btn-wide" busy={busy}>
            {t("adminLogin.submit")}
          </MainButton>
        ) : (
          <SlowDown seconds={waits} onOver={() => setRefusal(null)} />
        )}
        <button className="btn btn-quiet btn-wide" type="button" onClick={onBack}>
          {t("adminLogin.codeBack")}
        </button>
      </div>
      <p className="entry-ways muted">{t("adminLogin.codeLost", { provider })}</p>
    </form>
  );
}
