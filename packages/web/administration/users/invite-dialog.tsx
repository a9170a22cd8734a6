import { emailFault } from "@siegel/contract/account-rules.ts";
import { type Language, languages } from "@siegel/contract/limits.ts";
import { type JSX, useRef, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { TextField, useFocusOnFault } from "../../frame/text-field.tsx";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { currentLanguage } from "../../i18n/language.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { faultText } from "../fault-text.ts";
import { type GivenRole, RoleChoice } from "./role-choice.tsx";

type Props = { readonly onDone: () => void; readonly onCancel: () => void };

/** Asks for an address and a role, and sends the invitation. */
export function InviteDialog({ onDone, onCancel }: Props): JSX.Element {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<GivenRole>("user");
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const [found, setFound] = useState<{ readonly email: string | null } | null>(null);
  useFocusOnFault(form, found);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    const wrong = faultText(emailFault(email), t);
    setFound({ email: wrong });
    setFault(null);
    if (wrong !== null || busy) return;
    setBusy(true);
    const body = { e_mail: email, account_role: role, language };
    const answer = await callAccount("inviteAdministrator", { body }, { quiet: true });
    setBusy(false);
    if (answer.ok) {
      notify("success", translateNow("users.invitedDone", { email: answer.data.email }));
      return onDone();
    }
    if (answer.code === "ALREADY_MEMBER") setFound({ email: sentenceOfCode(answer.code, t) });
    else setFault(sentenceOfCode(answer.code, t));
  }
  return (
    <Dialog title={t("users.inviteTitle")} lead={t("users.inviteLead")} onCancel={onCancel} wide>
      <form
        className="grid gap-5"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          id="invite-email"
          label={t("adminLogin.email")}
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
          fault={found?.email ?? null}
        />
        <RoleChoice value={role} onChange={setRole} />
        <div className="field">
          <label htmlFor="invite-language">{t("users.mailLanguage")}</label>
          <select
            className="input"
            id="invite-language"
            value={language}
            onChange={(event) => setLanguage(event.target.value as Language)}
          >
            {languages.map((one) => (
              <option key={one} value={one}>
                {new Intl.DisplayNames(one, { type: "language" }).of(one)}
              </option>
            ))}
          </select>
        </div>
        {fault !== null && <Fault id="invite-fault">{fault}</Fault>}
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={busy}>
              {t("users.sendInvitation")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
