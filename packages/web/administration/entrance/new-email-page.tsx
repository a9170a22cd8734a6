import { Link } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { forgetAccount } from "../who-is-there.ts";
import { EntryPage } from "./entry-page.tsx";
import { SpentLink, useMailedLink } from "./mailed-link.tsx";

/** Proves a new address of an account, by the link of a mail. Opening the page proves nothing: programs that look at mails open links too. */
export function NewEmailPage(): JSX.Element {
  const t = useText();
  const { link, answer, again } = useMailedLink("new_email");
  const [email, setEmail] = useState<string | null>(null);
  useEffect(forgetAccount, []);
  const isOpen = email === null && answer.state === "open";
  return (
    <EntryPage
      title={t("newEmail.title")}
      claim={t("newEmail.title")}
      {...(isOpen ? { lead: t("newEmail.lead") } : {})}
    >
      {email !== null && (
        <div className="sheet sheet-pad entry-form grid gap-5" role="status">
          <Icon name="done" size={40} />
          <h2 className="h-xl">{t("newEmail.done", { email })}</h2>
          <p>{t("newEmail.doneLead")}</p>
          <Link className="btn btn-main btn-wide" to={paths.adminLogin()}>
            {t("link.toLogin")}
          </Link>
        </div>
      )}
      {isOpen && <Confirm link={link} onDone={setEmail} onSpent={again} />}
      {email === null && answer.state !== "open" && <SpentLink purpose="new_email" answer={answer} onAgain={again} />}
    </EntryPage>
  );
}

type Props = {
  readonly link: string;
  readonly onDone: (email: string) => void;
  readonly onSpent: () => void;
};

function Confirm({ link, onDone, onSpent }: Props): JSX.Element {
  const t = useText();
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    const done = await callAccount("confirmNewEmail", { body: { link } }, { quiet: true });
    setBusy(false);
    if (done.ok) return onDone(done.data.email);
    if (done.code.startsWith("LINK_")) return onSpent();
    setCode(done.code);
  }
  return (
    <div className="sheet sheet-pad entry-form grid gap-5">
      <Icon name="mail" size={36} />
      <h2 className="h-xl">{t("newEmail.title")}</h2>
      <div className="grid gap-2.5">
        <MainButton className="btn-wide" busy={busy} onPress={() => void confirm()}>
          {t("newEmail.submit")}
        </MainButton>
        {code !== null && <Fault id="new-email-fault">{sentenceOfCode(code, t)}</Fault>}
      </div>
    </div>
  );
}
