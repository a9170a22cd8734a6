import type { confirmMailbox } from "@siegel/contract/calls/account-entrance.ts";
import { Link } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import type { DataOf } from "../../api/call-types.ts";
import { PasswordField } from "../../frame/password-field.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { forgetAccount } from "../who-is-there.ts";
import { EntryPage } from "./entry-page.tsx";
import { SpentLink, useMailedLink } from "./mailed-link.tsx";
import { forgetDraft } from "./registration-draft.ts";

type Confirmed = DataOf<typeof confirmMailbox>;

/** Proves a mailbox, by the link of a mail. Opening the page proves nothing: programs that look at mails open links too. */
export function ConfirmPage(): JSX.Element {
  const t = useText();
  const { link, answer, again } = useMailedLink("confirm");
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  useEffect(forgetAccount, []);
  const isOpen = confirmed === null && answer.state === "open";
  return (
    <EntryPage
      title={t("confirm.title")}
      eyebrow={t("register.title")}
      claim={t("confirm.claim")}
      {...(isOpen ? { lead: t("confirm.lead") } : {})}
    >
      {confirmed !== null && <Done of={confirmed} />}
      {isOpen && <ConfirmForm link={link} onDone={setConfirmed} onSpent={again} />}
      {confirmed === null && answer.state !== "open" && <SpentLink purpose="confirm" answer={answer} onAgain={again} />}
    </EntryPage>
  );
}

type FormProps = {
  readonly link: string;
  readonly onDone: (confirmed: Confirmed) => void;
  readonly onSpent: () => void;
};

function ConfirmForm({ link, onDone, onSpent }: FormProps): JSX.Element {
  const t = useText();
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setCode(null);
    if (password === "") return setFault(t("frame.required"));
    setFault(null);
    setBusy(true);
    const done = await callAccount("confirmMailbox", { body: { link, password } }, { quiet: true });
    setBusy(false);
    if (done.ok) {
      forgetDraft();
      return onDone(done.data);
    }
    if (done.code.startsWith("LINK_")) return onSpent();
    if (done.code === "WRONG_PASSWORD") setFault(t("confirm.wrongPassword"));
    else setCode(done.code);
  }
  return (
    <form
      className="sheet sheet-pad entry-form grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void confirm();
      }}
    >
      <Icon name="mail" size={36} />
      <h2 className="h-xl">{t("confirm.title")}</h2>
      <PasswordField label={t("adminLogin.password")} value={password} onChange={setPassword} fault={fault} />
      <div className="grid gap-2.5">
        <MainButton className="btn-wide" busy={busy} type="submit">
          {t("confirm.submit")}
        </MainButton>
        {code !== null && <Fault id="confirm-fault">{sentenceOfCode(code, t)}</Fault>}
      </div>
      <p className="entry-ways">
        <Link to={paths.adminLogin()}>{t("link.toLogin")}</Link>
      </p>
    </form>
  );
}

function Done({ of: { state, organization_name: organisation } }: { readonly of: Confirmed }): JSX.Element {
  const t = useText();
  return (
    <div className="sheet sheet-pad entry-form grid gap-5" role="status">
      <Icon name={state === "active" ? "done" : "clock"} size={40} />
      <h2 className="h-xl">{t(`confirm.${state}`, { organisation })}</h2>
      <p>{t(`confirm.${state}Lead`, { organisation })}</p>
      {state === "active" && (
        <Link className="btn btn-main btn-wide" to={paths.adminLogin()}>
          {t("link.toLogin")}
        </Link>
      )}
    </div>
  );
}
