import { emailFault } from "@siegel/contract/account-rules.ts";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useRef, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { TextField, useFocusOnFault } from "../../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { faultText } from "../fault-text.ts";
import { forgetAccount } from "../who-is-there.ts";
import { EntryPage } from "./entry-page.tsx";

/** Asks for a link to a new password. */
export function ForgotPage(): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [found, setFound] = useState<{ readonly email: string | null } | null>(null);
  useFocusOnFault(form, found);
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(forgetAccount, []);

  async function send(): Promise<void> {
    const wrong = faultText(emailFault(email), t);
    setFound({ email: wrong });
    setCode(null);
    if (wrong !== null) return;
    setBusy(true);
    const answer = await callAccount("forgotPassword", { body: { email } }, { quiet: true });
    setBusy(false);
    if (!answer.ok) return setCode(answer.code);
    await navigate({ href: paths.adminLogin() });
  }

  return (
    <EntryPage title={t("forgot.title")} claim={t("forgot.claim")} lead={t("forgot.lead")}>
      <form
        className="sheet sheet-pad entry-form grid gap-5"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        <h2 className="h-xl">{t("forgot.title")}</h2>
        <p className="muted">{t("forgot.how")}</p>
        <TextField
          id="email"
          label={t("adminLogin.email")}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          fault={found?.email ?? null}
        />
        <div className="grid gap-2.5">
          <MainButton type="submit" className="btn-wide" busy={busy}>
            {t("forgot.submit")}
          </MainButton>
          {code !== null && <Fault id="forgot-fault">{sentenceOfCode(code, t)}</Fault>}
          <p className="why">{t("forgot.discreet")}</p>
        </div>
        <p className="entry-ways">
          <Link to={paths.adminLogin()}>{t("forgot.back")}</Link>
        </p>
      </form>
    </EntryPage>
  );
}
