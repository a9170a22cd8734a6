import { type AccountFault, nameFault, passwordFault } from "@siegel/contract/account-rules.ts";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useRef, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { TextField, useFocusOnFault } from "../../frame/text-field.tsx";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { currentLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { faultText } from "../fault-text.ts";
import { PasswordRules } from "../password-rules.tsx";
import { forgetAccount } from "../who-is-there.ts";
import { Consent } from "./consent.tsx";
import { EntryPage } from "./entry-page.tsx";
import { SpentLink, useMailedLink } from "./mailed-link.tsx";

/** An account by the link of an invitation, for the address that is invited. */
export function InvitationPage(): JSX.Element {
  const t = useText();
  const { link, answer, again } = useMailedLink("invitation");
  useEffect(forgetAccount, []);
  const { invitation } = answer;
  return (
    <EntryPage
      title={t("invitation.title")}
      eyebrow={t("invitation.title")}
      claim={
        invitation === null
          ? t("invitation.claimOver")
          : t("invitation.claim", { organisation: invitation.organization_name })
      }
      {...(invitation === null ? {} : { lead: t("invitation.lead") })}
    >
      {invitation === null ? (
        <SpentLink purpose="invitation" answer={answer} onAgain={again} />
      ) : (
        <InvitationForm link={link} email={invitation.email} onSpent={again} />
      )}
    </EntryPage>
  );
}

type Typed = { readonly firstName: string; readonly lastName: string; readonly phone: string };
type Faults = Partial<Readonly<Record<keyof Typed | "password" | "consent", AccountFault | null>>>;
type Props = { readonly link: string; readonly email: string; readonly onSpent: () => void };

function InvitationForm({ link, email, onSpent }: Props): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({ firstName: "", lastName: "", phone: "" });
  const [password, setPassword] = useState("");
  const [consents, setConsents] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  useFocusOnFault(form, faults);
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const said = (field: keyof Faults) => faultText(faults?.[field] ?? null, t);
  const field = (name: keyof Typed) => ({
    id: name,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    fault: said(name),
  });

  async function accept(): Promise<void> {
    // The metadata of all countries' numbers is larger than everything else here.
    const { phoneFault } = await import("@siegel/contract/account-phone.ts");
    const found: Faults = {
      firstName: nameFault(typed.firstName),
      lastName: nameFault(typed.lastName),
      phone: phoneFault(typed.phone),
      password: passwordFault(password),
      consent: consents ? null : "required",
    };
    setFaults(found);
    setCode(null);
    if (Object.values(found).some((fault) => fault !== null)) return;
    setBusy(true);
    const { firstName: first_name, lastName: last_name, phone } = typed;
    const body = { link, first_name, last_name, phone, password, language: currentLanguage() };
    const done = await callAccount("acceptInvitation", { body }, { quiet: true });
    setBusy(false);
    if (done.ok) {
      notify("success", translateNow("invitation.done", { organisation: done.data.organization_name }));
      return void navigate({ href: paths.adminLogin(), replace: true });
    }
    if (done.code.startsWith("LINK_")) return onSpent();
    setCode(done.code);
  }

  return (
    <form
      className="sheet sheet-pad entry-form grid gap-4.5"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void accept();
      }}
    >
      <h2 className="h-xl">{t("register.data")}</h2>
      <div className="field">
        <label htmlFor="email">{t("invitation.address")}</label>
        <span className="hint" id="email-hint">
          {t("invitation.bound")}
        </span>
        <input
          className="input"
          id="email"
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          aria-describedby="email-hint"
        />
      </div>
      <div className="tworow">
        <TextField {...field("firstName")} label={t("register.firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} label={t("register.lastName")} autoComplete="family-name" />
      </div>
      <TextField
        {...field("phone")}
        label={t("register.phone")}
        hint={t("register.phoneHint")}
        type="tel"
        autoComplete="tel"
        optional
      />
      <div>
        <PasswordField
          label={t("adminLogin.password")}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          fault={said("password")}
          takesFocus={false}
        />
        <PasswordRules password={password} />
      </div>
      <Consent checked={consents} onChange={setConsents} isMissing={faults?.consent != null} />
      <div className="grid gap-2.5">
        <MainButton type="submit" className="btn-wide" busy={busy}>
          {t("invitation.submit")}
        </MainButton>
        {code !== null && <Fault id="invitation-fault">{sentenceOfCode(code, t)}</Fault>}
      </div>
      <p className="entry-ways">
        <Link to={paths.adminLogin()}>{t("link.toLogin")}</Link>
      </p>
    </form>
  );
}
