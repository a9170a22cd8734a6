import { type FormEvent, type JSX, useRef, useState } from "react";
import type { Refusal } from "../api/answer.ts";
import { useConfiguration } from "../api/configuration.ts";
import { Contacts } from "../frame/contacts.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { TextField, useFocusOnFault } from "../frame/text-field.tsx";
import { useText } from "../i18n/catalogue.ts";
import { late } from "../ui/late-icons.ts";
import { MainButton } from "../ui/main-button.tsx";
import { Note } from "../ui/note.tsx";
import { useUnsentText } from "./unsent-text.ts";
import type { Owner } from "./use-owner.ts";

/** What has a name, one @ and a host; the server looks closer, and tells nothing. */
const looksLikeAddress = (typed: string): boolean => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/.test(typed.trim());

/** The first step: whose certificates. */
export function MailStep({ owner, isOver }: { readonly owner: Owner; readonly isOver: boolean }): JSX.Element {
  const t = useText();
  const unsent = useUnsentText();
  const configuration = useConfiguration();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(owner.email);
  const [found, setFound] = useState<object | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useFocusOnFault(form, found);
  const fault = found !== null && !looksLikeAddress(email) ? t("owner.badEmail") : null;
  async function ask(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (!looksLikeAddress(email)) return setFound({});
    setBusy(true);
    setRefusal(await owner.askMail(email.trim()));
    setBusy(false);
  }
  return (
    <div className="narrow">
      <PageHead title={t("owner.title")} lead={t("owner.lead")} />
      <form ref={form} noValidate onSubmit={(event) => void ask(event)}>
        <div className="sheet">
          {isOver && (
            <div className="part" role="status">
              <Note kind="warn" icon="clock">
                <b>{t("owner.over")}</b>
                {t("owner.overLead")}
              </Note>
            </div>
          )}
          <div className="part">
            <TextField
              id="email"
              type="email"
              autoComplete="email"
              label={t("owner.email")}
              hint={t("owner.emailHint")}
              value={email}
              fault={fault}
              onChange={(typed) => {
                setEmail(typed);
                setRefusal(null);
              }}
            />
          </div>
          <div className="part">
            <Note kind="plain" icon={late.info}>
              <b>{t("owner.urgent")}</b>
              {t("owner.urgentLead", { provider: configuration?.provider_name ?? "" })}
              {configuration !== null && <Contacts contact={configuration.contact} imprint={t("owner.seeImprint")} />}
            </Note>
          </div>
          {refusal !== null && (
            <div className="part" role="alert">
              <Note kind="bad" icon="warning">
                {unsent(refusal)}
              </Note>
            </div>
          )}
        </div>
        <div className="actions">
          <div className="go">
            <MainButton type="submit" busy={busy}>
              {t("owner.sendCode")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}
