/** The look in the form: as it was read, as it stands there, and what becomes of saving it. */
import type { LookView } from "@siegel/contract/calls/look.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import type { Answer } from "../../api/answer.ts";
import { type Clash, changedFields, clashesOf, rebased } from "../clash.ts";
import { askWhoIsThere } from "../who-is-there.ts";

/** What can be changed. */
export const lookFields = ["logo", "logo_dark", "mail_logo", "style"] as const;
/** One of them. */
export type LookField = (typeof lookFields)[number];
/** A look as it is typed; `style` may not be a colour yet. */
export type LookDraft = Readonly<Record<LookField, string | null>>;

/** A form on a look. */
export type LookState = {
  readonly draft: LookDraft;
  readonly changed: readonly LookField[];
  readonly clashes: readonly Clash<LookField>[];
  /** What the server said of one logo. */
  readonly refused: { readonly field: string; readonly said: string } | null;
  readonly busy: boolean;
  readonly set: (field: LookField, value: string | null) => void;
  readonly save: () => Promise<void>;
  readonly reset: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
};

/** Begins with a look as the server has it. */
export function useLook(read: LookView): LookState {
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState<LookDraft>(read);
  const [clashes, setClashes] = useState<readonly Clash<LookField>[]>([]);
  const [refused, setRefused] = useState<LookState["refused"]>(null);
  const [busy, setBusy] = useState(false);
  const changed = changedFields(lookFields, { base, draft });

  function settle(answer: Answer<LookView>): void {
    setBusy(false);
    if (answer.ok) {
      setBase(answer.data);
      setDraft(answer.data);
      // The head of this page wears it, too.
      void askWhoIsThere();
      return;
    }
    const now = answer.code === "CHANGED_MEANWHILE" ? recordNow<LookView>(answer.messages) : null;
    if (now !== null) {
      setClashes(clashesOf(lookFields, { base, draft, now }));
      setDraft(rebased(lookFields, { base, draft, now }));
      setBase(now);
    }
    const [, field, said] = /^(\w+): (.*)$/s.exec(answer.messages[0] ?? "") ?? [];
    if (answer.code.startsWith("LOGO_") && field !== undefined && said !== undefined) setRefused({ field, said });
  }

  return {
    draft,
    changed,
    clashes,
    refused,
    busy,
    set: (field, value) => {
      setRefused(null);
      setDraft((known) => ({ ...known, [field]: value }));
    },
    save: async () => {
      setBusy(true);
      setRefused(null);
      setClashes([]);
      const { style, ...logos } = Object.fromEntries(changed.map((field) => [field, draft[field]]));
      const body = { ...logos, ...(typeof style === "string" ? { style } : {}), version: base.version };
      settle(await callAccount("editInterface", { params: { id: base.id }, body }, { toldByPage }));
    },
    reset: async () => {
      setBusy(true);
      setRefused(null);
      setClashes([]);
      const body = { version: base.version };
      settle(await callAccount("resetInterface", { params: { id: base.id }, body }, { toldByPage }));
    },
    takeTheirs: () => {
      setDraft((known) => ({ ...known, ...Object.fromEntries(clashes.map(({ field }) => [field, base[field]])) }));
      setClashes([]);
    },
    keepMine: () => setClashes([]),
  };
}

const toldByPage = ["CHANGED_MEANWHILE", "LOGO_INVALID", "LOGO_TOO_LARGE"];
