/** An address in the form: as it was read, as it stands there, and what becomes of saving it. */
import type { AddressType } from "@siegel/contract/address-types.ts";
import type { AddressView } from "@siegel/contract/calls/organisation.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow } from "../../i18n/catalogue.ts";
import { type Clash, clashesOf, rebased } from "../clash.ts";
import type { LineRule } from "./line-faults.ts";

/** The rule of each line (admin-side.md §5). */
export const lineRules = {
  street_name: "name",
  street_number: "text",
  additional_line: "optional",
  zip_code: "text",
  city: "text",
  country: "text",
  contact_person: "text",
} as const satisfies Readonly<Record<string, LineRule>>;

/** What can be changed of an address. */
export type AddressField = keyof typeof lineRules | "address_type";
const fields = [...(Object.keys(lineRules) as (keyof typeof lineRules)[]), "address_type"] as const;
type Draft = Readonly<Record<AddressField, string | null>>;

/** A form on an address; `save` answers whether it was saved. */
export type AddressState = {
  readonly draft: Draft;
  readonly clashes: readonly Clash<AddressField>[];
  readonly busy: boolean;
  readonly set: (field: AddressField, value: string) => void;
  readonly save: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
};

/** Begins with an address as the server has it, or with an empty one of a type. */
export function useAddress(read: AddressView | null, type: AddressType): AddressState {
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState<Draft>(read ?? emptyOf(type));
  const [clashes, setClashes] = useState<readonly Clash<AddressField>[]>([]);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<boolean> {
    setBusy(true);
    setClashes([]);
    const body = bodyOf(draft);
    const answer =
      base === null
        ? await callAccount("addAddress", { body })
        : await callAccount(
            "updateAddress",
            { body: { ...body, address_id: base.address_id, version: base.version } },
            { toldByPage: ["CHANGED_MEANWHILE"] },
          );
    setBusy(false);
    if (answer.ok) {
      notify("success", translateNow("address.saved"));
      return true;
    }
    const now = answer.code === "CHANGED_MEANWHILE" ? recordNow<AddressView>(answer.messages) : null;
    if (now === null || base === null) return false;
    setClashes(clashesOf(fields, { base, draft, now }));
    setDraft(rebased(fields, { base, draft, now }));
    setBase(now);
    return false;
  }

  return {
    draft,
    clashes,
    busy,
    set: (field, value) => setDraft((known) => ({ ...known, [field]: value })),
    save,
    takeTheirs: () => {
      setDraft((known) => ({ ...known, ...Object.fromEntries(clashes.map(({ field, theirs }) => [field, theirs])) }));
      setClashes([]);
    },
    keepMine: () => setClashes([]),
  };
}

function emptyOf(address_type: AddressType): Draft {
  const lines = Object.fromEntries(Object.keys(lineRules).map((name) => [name, ""])) as Record<
    keyof typeof lineRules,
    string
  >;
  return { ...lines, address_type };
}

const bodyOf = (draft: Draft) => ({
  street_name: draft.street_name ?? "",
  street_number: draft.street_number ?? "",
  additional_line: draft.additional_line ?? "",
  zip_code: draft.zip_code ?? "",
  city: draft.city ?? "",
  country: draft.country ?? "",
  contact_person: draft.contact_person ?? "",
  address_type: (draft.address_type ?? "shipping address") as AddressType,
});
