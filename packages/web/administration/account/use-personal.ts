/** The own data in the form: as they were read, as they stand there, and what becomes of saving them. */
import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { chooseLanguage, translateNow } from "../../i18n/catalogue.ts";
import { type Clash, changedFields, clashesOf, rebased } from "../clash.ts";

/** What can be changed. */
export const personalFields = ["first_name", "last_name", "email", "phone", "language_id"] as const;
/** One of them. */
export type PersonalField = (typeof personalFields)[number];
type Draft = Readonly<Record<PersonalField, string | null>>;

/** A form on the own data. */
export type PersonalState = {
  readonly draft: Draft;
  readonly changed: readonly PersonalField[];
  readonly clashes: readonly Clash<PersonalField>[];
  readonly busy: boolean;
  readonly set: (field: PersonalField, value: string | null) => void;
  readonly discard: () => void;
  /** Answers the code of a refusal that the form shows; null: it is saved, or the clash is shown. */
  readonly save: (password: string) => Promise<string | null>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
};

/** Begins with data as the server has them. */
export function usePersonal(read: OwnAccountView, onSaved: (next: OwnAccountView) => void): PersonalState {
  const [base, setBase] = useState<OwnAccountView>(read);
  const [draft, setDraft] = useState<Draft>(read);
  const [clashes, setClashes] = useState<readonly Clash<PersonalField>[]>([]);
  const [busy, setBusy] = useState(false);
  const changed = changedFields(personalFields, { base, draft });

  async function save(password: string): Promise<string | null> {
    setBusy(true);
    setClashes([]);
    const { language_id, ...texts } = Object.fromEntries(changed.map((field) => [field, draft[field] ?? ""]));
    const language = language_id === undefined ? {} : { language_id: language_id as Language };
    const body = { ...texts, ...language, password, version: base.version };
    const answer = await callAccount("updateAccountAdministrator", { body }, { quiet: true });
    setBusy(false);
    if (answer.ok) {
      setBase(answer.data);
      setDraft(answer.data);
      // It is spoken at once, also where the switch had chosen another one.
      if (changed.includes("language_id")) void chooseLanguage(answer.data.language_id);
      notify("success", translateNow("account.saved"));
      onSaved(answer.data);
      return null;
    }
    const now = answer.code === "CHANGED_MEANWHILE" ? recordNow<OwnAccountView>(answer.messages) : null;
    if (now === null) return answer.code;
    setClashes(clashesOf(personalFields, { base, draft, now }));
    setDraft(rebased(personalFields, { base, draft, now }));
    setBase(now);
    return null;
  }

  return {
    draft,
    changed,
    clashes,
    busy,
    set: (field, value) =>
      setDraft((known) => ({ ...known, [field]: field === "phone" && value === "" ? null : value })),
    discard: () => {
      setDraft(base);
      setClashes([]);
    },
    save,
    takeTheirs: () => {
      setDraft((known) => ({ ...known, ...Object.fromEntries(clashes.map(({ field }) => [field, base[field]])) }));
      setClashes([]);
    },
    keepMine: () => setClashes([]),
  };
}
