import { type AccountFault, emailFault, nameFault } from "@siegel/contract/account-rules.ts";
import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { languages } from "@siegel/contract/limits.ts";
import { type AccountRole, isAdministrator } from "@siegel/contract/permissions.ts";
import { type ComponentProps, type JSX, type ReactNode, useRef, useState } from "react";
import { PasswordField } from "../../frame/password-field.tsx";
import { TextField, useFocusOnFault } from "../../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { ClashNote } from "../clash-note.tsx";
import { faultText } from "../fault-text.ts";
import { UnsavedGuard } from "../unsaved-guard.tsx";
import { type PersonalField, type PersonalState, usePersonal } from "./use-personal.ts";

type Faults = Partial<Readonly<Record<PersonalField, AccountFault | null>>>;
const labels = {
  first_name: "account.firstName",
  last_name: "account.lastName",
  email: "account.email",
  phone: "account.phone",
  language_id: "account.language",
} as const;
const languageName = (language: string): string =>
  new Intl.DisplayNames(language, { type: "language" }).of(language) ?? "";

type FieldProps = ComponentProps<typeof TextField>;
type Props = { readonly read: OwnAccountView; readonly onSaved: (next: OwnAccountView) => void };

/** Name, address, phone and language; saved with the password, so that nobody changes them at an open screen. */
export function PersonalForm({ read, onSaved }: Props): JSX.Element {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const personal = usePersonal(read, onSaved);
  const { draft, changed, clashes } = personal;
  const [password, setPassword] = useState("");
  // What was found, and in what: a fault goes once its field is changed.
  const [faults, setFaults] = useState<{ readonly found: Faults; readonly of: typeof draft } | null>(null);
  useFocusOnFault(form, faults);
  const [code, setCode] = useState<string | null>(null);
  const why = whyNot(personal, password);

  async function save(): Promise<void> {
    const found = await faultsOf(personal);
    setFaults({ found, of: draft });
    setCode(null);
    if (why !== null || Object.values(found).some((fault) => fault != null) || personal.busy) return;
    const refused = await personal.save(password);
    setCode(refused);
    if (refused === null) setPassword("");
  }

  const field = (name: Exclude<PersonalField, "language_id">) => ({
    id: name,
    label: t(labels[name]),
    value: draft[name] ?? "",
    onChange: (value: string) => personal.set(name, value),
    fault: faults === null || faults.of[name] !== draft[name] ? null : faultText(faults.found[name] ?? null, t),
  });
  return (
    <form
      className="sheet"
      aria-label={t("account.data")}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {clashes.length > 0 && (
        <ClashNote
          clashes={clashes}
          labelOf={(name) => t(labels[name])}
          show={(name, value) => (name === "language_id" ? languageName(value ?? "de") : (value ?? "–"))}
          onTheirs={personal.takeTheirs}
          onMine={personal.keepMine}
        />
      )}
      <Data field={field} pending={read.pending_email}>
        <LanguageAndRole
          language={draft.language_id ?? "de"}
          role={read.account_role}
          onLanguage={(language) => personal.set("language_id", language)}
        />
      </Data>
      {changed.length > 0 && (
        <section className="setting">
          <div>
            <h2 className="h-card">{t("account.confirm")}</h2>
            <p>{t("account.confirmLead")}</p>
          </div>
          <PasswordField
            label={t("account.passwordNow")}
            value={password}
            onChange={setPassword}
            fault={code === "WRONG_PASSWORD" ? t("account.wrongPassword") : null}
          />
        </section>
      )}
      <div className="savebar">
        <p className="why" id="personal-why">
          {why !== null && t(why)}
        </p>
        {code !== null && code !== "WRONG_PASSWORD" && <Fault id="personal-fault">{sentenceOfCode(code, t)}</Fault>}
        {changed.length > 0 && (
          <button
            className="btn btn-sm btn-quiet"
            type="button"
            onClick={() => {
              personal.discard();
              setFaults(null);
              setCode(null);
              setPassword("");
            }}
          >
            {t("account.discard")}
          </button>
        )}
        <MainButton
          type="submit"
          className="btn-sm"
          busy={personal.busy}
          reason={why === null ? null : t(why)}
          reasonId="personal-why"
        >
          {t("account.save")}
        </MainButton>
        <UnsavedGuard isChanged={changed.length > 0} />
      </div>
    </form>
  );
}

/** The fields of a person, and what stands below them. */
function Data({
  field,
  pending,
  children,
}: {
  readonly field: (name: Exclude<PersonalField, "language_id">) => FieldProps;
  /** The new address that waits for its link to be pressed. */
  readonly pending: string | null;
  readonly children: ReactNode;
}): JSX.Element {
  const t = useText();
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("account.data")}</h2>
        <p>{t("account.dataLead")}</p>
      </div>
      <div className="grid gap-4">
        <div className="tworow">
          <TextField {...field("first_name")} autoComplete="given-name" />
          <TextField {...field("last_name")} autoComplete="family-name" />
        </div>
        <div className="tworow">
          <TextField {...field("email")} type="email" autoComplete="email" />
          <TextField {...field("phone")} type="tel" autoComplete="tel" optional />
        </div>
        {pending !== null && (
          <Note kind="plain" icon="mail">
            {t("account.pendingEmail", { email: pending })}
          </Note>
        )}
        {children}
      </div>
    </section>
  );
}

function LanguageAndRole({
  language,
  role,
  onLanguage,
}: {
  readonly language: string;
  readonly role: AccountRole;
  readonly onLanguage: (language: string) => void;
}): JSX.Element {
  const t = useText();
  return (
    <div className="tworow">
      <div className="field">
        <label htmlFor="language_id">{t("account.language")}</label>
        <select
          className="input"
          id="language_id"
          value={language}
          onChange={(event) => onLanguage(event.target.value)}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageName(one)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <span className="label">{t("account.role")}</span>
        <p className="muted own-role">{t(isAdministrator(role) ? "users.admin" : "users.user")}</p>
      </div>
    </div>
  );
}

/** Why nothing can be saved now. */
function whyNot({ clashes, changed }: PersonalState, password: string) {
  if (clashes.some(({ mine }) => mine !== null)) return "clash.decide";
  if (changed.length === 0) return "account.nothingChanged";
  return password === "" ? "account.needsPassword" : null;
}

/** What was stored before the rules is left alone until somebody changes it. */
async function faultsOf({ draft, changed }: PersonalState): Promise<Faults> {
  // The metadata of all countries' numbers is larger than everything else here.
  const { phoneFault } = await import("@siegel/contract/account-phone.ts");
  const all: Faults = {
    first_name: nameFault(draft.first_name ?? ""),
    last_name: nameFault(draft.last_name ?? ""),
    email: emailFault(draft.email ?? ""),
    phone: phoneFault(draft.phone ?? ""),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name as PersonalField)));
}
