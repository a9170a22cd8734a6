import type { OperatorView } from "@siegel/contract/calls/operator-session.ts";
import { type FormEvent, type JSX, useEffect, useRef, useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { callDesk } from "../api/operator-client.ts";
import { Frame } from "../frame/frame.tsx";
import { PasswordField } from "../frame/password-field.tsx";
import { SlowDown } from "../frame/slow-down.tsx";
import { TextField } from "../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { MainButton } from "../ui/main-button.tsx";

type Step = "password" | "app" | "recovery";

/** The login of the provider's staff: password, then the code of the app or a recovery code. */
export function LoginPage({ onIn }: { readonly onIn: (operator: OperatorView) => void }): JSX.Element {
  const t = useText();
  const [step, setStep] = useState<Step>("password");
  const [claim, setClaim] = useState({ email: "", password: "" });
  return (
    <Frame pack={null} title={t("operator.title")} mastEnd={<span className="tag">{t("operator.title")}</span>}>
      <div className="desk-login">
        <h1>{t(`operator.login_${step}`)}</h1>
        <p className="lead">{t(`operator.lead_${step}`)}</p>
        {step === "password" ? (
          <PasswordStep claim={claim} onClaim={setClaim} onIn={onIn} onRight={() => setStep("app")} />
        ) : (
          <CodeStep
            key={step}
            step={step}
            claim={claim}
            onIn={onIn}
            onOther={() => setStep(step === "app" ? "recovery" : "app")}
            onBack={() => {
              setStep("password");
              setClaim({ ...claim, password: "" });
            }}
          />
        )}
        <p className="small muted mt-4">{t("operator.recorded")}</p>
      </div>
    </Frame>
  );
}

type Claim = { readonly email: string; readonly password: string };
type In = { readonly claim: Claim; readonly onIn: (operator: OperatorView) => void };

/** Sends the login; what is refused stays until the next press. */
function useLogin({ claim, onIn }: In): {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly forget: () => void;
  readonly send: (totp?: string) => Promise<Refusal | null>;
} {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  async function send(totp?: string): Promise<Refusal | null> {
    setBusy(true);
    setRefusal(null);
    const answer = await callDesk("operatorLogin", { body: { ...claim, ...(totp === undefined ? {} : { totp }) } });
    setBusy(false);
    if (answer.ok) {
      onIn(answer.data);
      return null;
    }
    setRefusal(answer);
    return answer;
  }
  return { busy, refusal, forget: () => setRefusal(null), send };
}

const waitOf = (refusal: Refusal | null): number | null =>
  refusal?.code === "TOO_MANY_REQUESTS" ? refusal.retryAfterSeconds : null;

function PasswordStep({
  claim,
  onIn,
  onClaim,
  onRight,
}: In & { readonly onClaim: (claim: Claim) => void; readonly onRight: () => void }): JSX.Element {
  const t = useText();
  const { busy, refusal, forget, send } = useLogin({ claim, onIn });
  const [missing, setMissing] = useState(false);
  const waits = waitOf(refusal);
  const fault = refusal === null || waits !== null ? null : sentenceOfCode(refusal.code, t);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || waits !== null) return;
    const isMissing = claim.email.trim() === "" || claim.password === "";
    setMissing(isMissing);
    if (isMissing) return;
    if ((await send())?.code === "SECOND_FACTOR_REQUIRED") onRight();
  }
  const needed = (value: string) => (missing && value.trim() === "" ? t("frame.required") : null);
  return (
    <form className="sheet sheet-pad grid gap-5" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        id="email"
        type="email"
        autoComplete="username"
        label={t("adminLogin.email")}
        value={claim.email}
        onChange={(email) => onClaim({ ...claim, email })}
        fault={needed(claim.email)}
      />
      <PasswordField
        label={t("adminLogin.password")}
        value={claim.password}
        onChange={(password) => onClaim({ ...claim, password })}
        fault={needed(claim.password) ?? (refusal?.code === "WRONG_MAIL_OR_PW" ? fault : null)}
      />
      {fault !== null && refusal?.code !== "WRONG_MAIL_OR_PW" && <Fault id="login-fault">{fault}</Fault>}
      {waits === null ? (
        <MainButton type="submit" className="btn-wide" busy={busy}>
          {t("frame.next")}
        </MainButton>
      ) : (
        <SlowDown seconds={waits} onOver={forget} />
      )}
    </form>
  );
}

type CodeProps = In & {
  readonly step: "app" | "recovery";
  readonly onOther: () => void;
  readonly onBack: () => void;
};

function CodeStep({ step, claim, onIn, onOther, onBack }: CodeProps): JSX.Element {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { busy, refusal, forget, send } = useLogin({ claim, onIn });
  const waits = waitOf(refusal);
  const said = isMissing ? t("frame.required") : refusal && waits === null ? sentenceOfCode(refusal.code, t) : null;
  useEffect(() => field.current?.focus(), []);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || waits !== null) return;
    setIsMissing(code.trim() === "");
    if (code.trim() !== "" && (await send(code)) === null) return;
    setCode("");
    field.current?.focus();
  }
  return (
    <form className="sheet sheet-pad grid gap-5" noValidate onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor="totp">{t(`operator.code_${step}`)}</label>
        <span className="hint" id="totp-hint">
          {t(`operator.hint_${step}`)}
        </span>
        <input
          className="input mono first-code"
          id="totp"
          ref={field}
          inputMode={step === "app" ? "numeric" : "text"}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          aria-required
          aria-invalid={said !== null || undefined}
          aria-describedby={said === null ? "totp-hint" : "totp-hint totp-fault"}
          onChange={(event) => setCode(event.target.value)}
        />
        {said !== null && <Fault id="totp-fault">{said}</Fault>}
      </div>
      <div className="grid gap-2.5">
        {waits === null ? (
          <MainButton type="submit" className="btn-wide" busy={busy}>
            {t("adminLogin.submit")}
          </MainButton>
        ) : (
          <SlowDown seconds={waits} onOver={forget} />
        )}
        <button className="btn btn-quiet btn-wide" type="button" onClick={onOther}>
          {t(`operator.other_${step}`)}
        </button>
        <button className="btn btn-quiet btn-wide" type="button" onClick={onBack}>
          {t("adminLogin.codeBack")}
        </button>
      </div>
    </form>
  );
}
