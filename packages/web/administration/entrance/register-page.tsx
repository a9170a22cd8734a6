import {
  type AccountFault,
  emailFault,
  nameFault,
  passwordFault,
  registrationTextFault,
} from "@siegel/contract/account-rules.ts";
import { whatOf } from "@siegel/contract/named-fields.ts";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useEffect, useRef, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { TextField, useFocusOnFault } from "../../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { currentLanguage } from "../../i18n/language.ts";
import { paths } from "../../paths.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { faultText } from "../fault-text.ts";
import { PasswordRules } from "../password-rules.tsx";
import { forgetAccount } from "../who-is-there.ts";
import { Consent } from "./consent.tsx";
import { EntryPage } from "./entry-page.tsx";
import { LinkedText } from "./linked-text.tsx";
import { keepDraft, type RegistrationDraft, readDraft } from "./registration-draft.ts";

/** Register: join an organisation by its key, or make a new one with a trial (admin-side.md §2). */
export function RegisterPage(): JSX.Element {
  const t = useText();
  const { child } = useParams({ strict: false });
  const isNew = child === "new-org";
  useEffect(forgetAccount, []);
  return (
    <EntryPage
      title={t("register.title")}
      eyebrow={t("register.title")}
      claim={t(isNew ? "register.newClaim" : "register.joinClaim")}
      lead={t(isNew ? "register.newLead" : "register.joinLead")}
    >
      <RegisterForm isNew={isNew} />
    </EntryPage>
  );
}

type Field = Exclude<keyof RegistrationDraft, "refusedBy" | "sentTo"> | "password" | "consent";
type Faults = Partial<Readonly<Record<Field, AccountFault | null>>>;

function RegisterForm({ isNew }: { readonly isNew: boolean }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(readDraft);
  const [password, setPassword] = useState("");
  const [consents, setConsents] = useState(false);
  // What was found, and in what: a fault goes once its field is changed.
  const [faults, setFaults] = useState<{
    readonly found: Faults;
    readonly of: Readonly<Record<Field, unknown>>;
  } | null>(null);
  useFocusOnFault(form, faults);
  const [busy, setBusy] = useState(false);
  const typed = { ...draft, password, consent: consents };
  const said = (field: Field) =>
    faults === null || faults.of[field] !== typed[field] ? null : faultText(faults.found[field] ?? null, t);
  const set = (field: keyof RegistrationDraft) => (value: string) => {
    const next = { ...draft, [field]: value, refusedBy: null, sentTo: null };
    setDraft(next);
    keepDraft(next);
  };

  async function send(): Promise<void> {
    const found = await faultsOf({ draft, password, consents, isNew });
    setFaults({ found, of: typed });
    if (Object.values(found).some((fault) => fault !== null)) return;
    setBusy(true);
    const answer = await register({ draft, password, isNew });
    keepDraft({ ...draft, refusedBy: answer.ok ? null : answer.code, sentTo: answer.ok ? draft.email : null });
    // Whatever became of it (admin-side.md §2): that page says it, and what was typed waits here.
    if (!answer.ok) notify("failure", answer.code, whatOf(answer.messages));
    await navigate({ href: paths.adminLogin() });
  }

  const keyFault =
    said("key") ?? (draft.refusedBy === "JOIN_KEY_UNKNOWN" ? sentenceOfCode("JOIN_KEY_UNKNOWN", t) : null);
  return (
    <form
      className="sheet sheet-pad entry-form grid gap-4.5"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <h2 className="h-xl">{t("register.data")}</h2>
      <Kinds />
      {isNew ? (
        <TextField
          id="organisation"
          label={t("register.organisation")}
          autoComplete="organization"
          value={draft.organisation}
          onChange={set("organisation")}
          fault={said("organisation")}
        />
      ) : (
        <TextField
          id="key"
          label={t("register.key")}
          hint={t("register.keyHint")}
          autoComplete="off"
          className="mono"
          value={draft.key}
          onChange={set("key")}
          fault={keyFault}
        />
      )}
      <Person draft={draft} set={set} said={said} />
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
      <Consent checked={consents} onChange={setConsents} isMissing={said("consent") !== null} />
      <MainButton type="submit" className="btn-wide" busy={busy}>
        {t(isNew ? "register.submitNew" : "register.submitJoin")}
      </MainButton>
      <Link className="btn btn-quiet btn-wide" to={paths.adminLogin()}>
        {t("register.cancel")}
      </Link>
      <p className="entry-ways muted">
        <LinkedText text={t("register.known")} to={paths.adminLogin()} />
      </p>
    </form>
  );
}

function Kinds(): JSX.Element {
  const t = useText();
  return (
    <nav className="seg seg-wide" aria-label={t("register.kind")}>
      <Link to={paths.register} replace activeOptions={{ exact: true }}>
        {t("register.join")}
      </Link>
      <Link to={paths.registerNew} replace>
        {t("register.new")}
      </Link>
    </nav>
  );
}

type PersonProps = {
  readonly draft: RegistrationDraft;
  readonly set: (field: keyof RegistrationDraft) => (value: string) => void;
  readonly said: (field: Field) => string | null;
};

function Person({ draft, set, said }: PersonProps): JSX.Element {
  const t = useText();
  const common = (id: "firstName" | "lastName" | "email" | "phone") => ({
    id,
    value: draft[id],
    onChange: set(id),
    fault: said(id),
  });
  return (
    <>
      <div className="tworow">
        <TextField {...common("firstName")} label={t("register.firstName")} autoComplete="given-name" />
        <TextField {...common("lastName")} label={t("register.lastName")} autoComplete="family-name" />
      </div>
      <TextField {...common("email")} label={t("adminLogin.email")} type="email" autoComplete="email" />
      <TextField
        {...common("phone")}
        label={t("register.phone")}
        hint={t("register.phoneHint")}
        type="tel"
        autoComplete="tel"
        optional
      />
    </>
  );
}

type Typed = { readonly draft: RegistrationDraft; readonly password: string; readonly isNew: boolean };

async function faultsOf({ draft, password, consents, isNew }: Typed & { readonly consents: boolean }): Promise<Faults> {
  // The metadata of all countries' numbers is larger than everything else here.
  const { phoneFault } = await import("@siegel/contract/account-phone.ts");
  return {
    ...(isNew
      ? { organisation: registrationTextFault(draft.organisation) }
      : { key: draft.key.trim() === "" ? "required" : null }),
    firstName: nameFault(draft.firstName),
    lastName: nameFault(draft.lastName),
    email: emailFault(draft.email),
    phone: phoneFault(draft.phone),
    password: passwordFault(password),
    consent: consents ? null : "required",
  };
}

async function register({ draft, password, isNew }: Typed) {
  const person = {
    first_name: draft.firstName,
    last_name: draft.lastName,
    e_mail: draft.email,
    phone: draft.phone,
    password,
    language: currentLanguage(),
  };
  return isNew
    ? await callAccount(
        "addTestAccount",
        {
          body: {
            organization: { organization_name: draft.organisation },
            account_administrator: person,
            trial_version: true,
          },
        },
        { quiet: true },
      )
    : await callAccount(
        "addAccountAdministrator",
        {
          body: { organizationAdministrator: person, license_key_id: draft.key },
        },
        { quiet: true },
      );
}
