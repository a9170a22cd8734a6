import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type JSX, useEffect, useRef, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import type { Refusal } from "../../api/answer.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { SlowDown } from "../../frame/slow-down.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { logOutAccount } from "../who-is-there.ts";
import { CodeForm } from "./code-form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { LinkedText } from "./linked-text.tsx";
import { OidcButton } from "./oidc-button.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { readDraft } from "./registration-draft.ts";
import { wasLinkAskedFor } from "./reset-flag.ts";

/** Log in to the administration. Opening the page ends the session that this browser had (admin-side.md §2). */
export function AdminLoginPage(): JSX.Element {
  const t = useText();
  const { back } = useSearch({ strict: false });
  useEffect(() => void logOutAccount(), []);
  return (
    <EntryPage title={t("adminLogin.title")} claim={t("adminLogin.claim")} lead={t("adminLogin.lead")}>
      <LoginForm back={back ?? paths.admin()} hasEnded={back !== undefined} />
    </EntryPage>
  );
}

/** What a press finds wrong before anything is sent. */
type Missing = { readonly email: boolean; readonly password: boolean };

function LoginForm({ back, hasEnded }: { readonly back: string; readonly hasEnded: boolean }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const [{ sentTo }] = useState(readDraft);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<Missing>({ email: false, password: false });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const code = refusal?.code ?? null;
  const mustWait = code === "TOO_MANY_REQUESTS" && refusal?.retryAfterSeconds != null;

  async function logIn(): Promise<void> {
    const wrong = { email: !looksLikeEmail(email), password: password === "" };
    setMissing(wrong);
    setRefusal(null);
    if (wrong.email) return emailField.current?.focus();
    if (wrong.password) return;
    setBusy(true);
    const answer = await callAccount("adminLogin", { body: { email, password } }, { quiet: true });
    if (answer.ok) return void navigate({ href: back, replace: true });
    setBusy(false);
    if (answer.code === "SECOND_FACTOR_REQUIRED") setAsksCode(true);
    else setRefusal(answer);
  }

  if (asksCode)
    return (
      <CodeForm
        claim={{ email, password }}
        onIn={() => void navigate({ href: back, replace: true })}
        onBack={() => {
          setAsksCode(false);
          setPassword("");
        }}
      />
    );
  return (
    <form
      className="sheet sheet-pad entry-form grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !mustWait) void logIn();
      }}
    >
      <h2 className="h-xl">{t("adminLogin.title")}</h2>
      {hasEnded && <p className="muted small">{t("adminLogin.goesOn")}</p>}
      {wasLinkAskedFor() && (
        <Note kind="plain" icon="mail">
          {t("Responses.PASSWORD_RESET_SUCCESS")}
        </Note>
      )}
      {sentTo !== null && (
        <Note kind="plain" icon="mail">
          <b className="block">{sentTo}</b>
          <span>{t("Responses.REGISTER_SUCCESS")}</span>
        </Note>
      )}
      <div className="field">
        <label htmlFor="email">{t("adminLogin.email")}</label>
        <input
          className="input"
          id="email"
          name="email"
          ref={emailField}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          aria-required
          aria-invalid={missing.email || undefined}
          aria-describedby={missing.email ? "email-fault" : undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setMissing((known) => ({ ...known, email: false }));
          }}
        />
        {missing.email && (
          <Fault id="email-fault">{t(email.trim() === "" ? "frame.required" : "adminLogin.emailFault")}</Fault>
        )}
      </div>
      <PasswordField
        label={t("adminLogin.password")}
        value={password}
        onChange={setPassword}
        fault={faultOfPassword()}
        beside={<Link to={paths.forgot}>{t("adminLogin.forgot")}</Link>}
      />
      <div className="grid gap-2.5">
        {mustWait && refusal?.retryAfterSeconds != null ? (
          <SlowDown seconds={refusal.retryAfterSeconds} onOver={() => setRefusal(null)} />
        ) : (
          <MainButton type="submit" className="btn-wide" busy={busy}>
            {t("adminLogin.submit")}
          </MainButton>
        )}
        {code !== null && code !== "WRONG_MAIL_OR_PW" && !mustWait && (
          <Fault id="login-fault">{sentenceOfCode(code, t)}</Fault>
        )}
      </div>
      <PasskeyButton onIn={() => void navigate({ href: back, replace: true })} />
      <OidcButton back={back} />
      <p className="entry-ways muted">
        <LinkedText text={t("adminLogin.register")} to={paths.register} />
      </p>
    </form>
  );

  function faultOfPassword(): string | null {
    if (missing.password) return t("frame.required");
    return code === "WRONG_MAIL_OR_PW" ? sentenceOfCode(code, t) : null;
  }
}

/** The server knows whether there is such an account; here only what cannot be an address is caught. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
