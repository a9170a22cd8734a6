import { confirmationFault, passwordFault } from "@siegel/contract/account-rules.ts";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { faultText } from "../fault-text.ts";
import { PasswordRules } from "../password-rules.tsx";
import { forgetAccount } from "../who-is-there.ts";
import { EntryPage } from "./entry-page.tsx";
import { SpentLink, useMailedLink } from "./mailed-link.tsx";

/** A new password, by the link of a mail. */
export function ResetPage(): JSX.Element {
  const t = useText();
  const { link, answer, again } = useMailedLink("reset");
  useEffect(forgetAccount, []);
  return (
    <EntryPage title={t("reset.title")} claim={t("forgot.claim")} lead={t("forgot.lead")}>
      {answer.state === "open" ? (
        <ResetForm link={link} onSpent={again} />
      ) : (
        <SpentLink purpose="reset" answer={answer} onAgain={again} />
      )}
    </EntryPage>
  );
}

function ResetForm({ link, onSpent }: { readonly link: string; readonly onSpent: () => void }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [faults, setFaults] = useState<readonly [string | null, string | null]>([null, null]);
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function change(): Promise<void> {
    const wrong = faultText(passwordFault(password), t);
    const differs = wrong === null ? faultText(confirmationFault(password, confirmation), t) : null;
    setFaults([wrong, differs]);
    setCode(null);
    if (wrong !== null || differs !== null) return;
    setBusy(true);
    const body = { password, confirmNewPassword: confirmation };
    const done = await callAccount("resetPassword", { query: { link }, body }, { quiet: true });
    setBusy(false);
    if (done.ok) {
      notify("success", "RESET_PASSWORD_SUCCESS");
      return void navigate({ href: "/login", replace: true });
    }
    if (done.code.startsWith("LINK_")) return onSpent();
    if (done.code === "RESET_PASSWORD_INVALID_SAME_PASSWORD") setFaults([sentenceOfCode(done.code, t), null]);
    else setCode(done.code);
  }

  return (
    <form
      className="sheet sheet-pad entry-form grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void change();
      }}
    >
      <h2 className="h-xl">{t("reset.title")}</h2>
      <div>
        <PasswordField
          label={t("reset.password")}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          fault={faults[0]}
        />
        <PasswordRules password={password} />
      </div>
      <PasswordField
        label={t("reset.again")}
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        fault={faults[1]}
      />
      <Note kind="plain" icon="leave">
        {t("reset.ends")}
      </Note>
      <div className="grid gap-2.5">
        <MainButton type="submit" className="btn-wide" busy={busy}>
          {t("reset.submit")}
        </MainButton>
        {code !== null && <Fault id="reset-fault">{sentenceOfCode(code, t)}</Fault>}
      </div>
    </form>
  );
}
