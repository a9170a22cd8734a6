import { whyNotChangeAddressType } from "@siegel/contract/account-acts.ts";
import { type AddressType, addressTypes } from "@siegel/contract/address-types.ts";
import type { AddressView } from "@siegel/contract/calls/organisation.ts";
import { type JSX, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { ClashNote } from "../clash-note.tsx";
import { faultOfLine } from "./line-faults.ts";
import { TextLine } from "./text-line.tsx";
import { type AddressField, type AddressState, lineRules, useAddress } from "./use-address.ts";

type Props = {
  /** The address to change; null: a new one. */
  readonly read: AddressView | null;
  /** How many billing addresses there are. */
  readonly billing: number;
  readonly onCancel: () => void;
  readonly onDone: () => void;
};

/** An address to fill in. */
export function AddressDialog({ read, billing, onCancel, onDone }: Props): JSX.Element {
  const t = useText();
  const address = useAddress(read, billing === 0 ? "billing address" : "shipping address");
  const [tried, setTried] = useState(false);
  const { draft, clashes } = address;
  const isWrong = Object.entries(lineRules).some(
    ([name, rule]) => faultOfLine(rule, draft[name as keyof typeof lineRules] ?? "") !== null,
  );
  const mustChoose = clashes.some(({ mine }) => mine !== null);
  return (
    <Dialog
      title={t(read === null ? "address.add" : "address.editTitle")}
      lead={t("address.formLead")}
      onCancel={onCancel}
      wide
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isWrong && !mustChoose && !address.busy) void address.save().then((saved) => saved && onDone());
        }}
      >
        {clashes.length > 0 && (
          <ClashNote
            clashes={clashes}
            labelOf={(field) => t(`address.${field}`)}
            show={(field, value) => (field === "address_type" ? t(`address.${value as AddressType}`) : (value ?? "–"))}
            onTheirs={address.takeTheirs}
            onMine={address.keepMine}
          />
        )}
        <div className="grid gap-4">
          <TypeChoice address={address} read={read} billing={billing} />
          <Lines address={address} tried={tried} />
        </div>
        <div className="actions">
          <div className="go">
            <button className="btn btn-side" type="button" onClick={onCancel}>
              {t("frame.cancel")}
            </button>
            <MainButton type="submit" busy={address.busy} reason={mustChoose ? t("clash.decide") : null}>
              {t(read === null ? "address.addNow" : "organisation.save")}
            </MainButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** Billing or shipping; the only billing address stays one, and the reason stands there. */
function TypeChoice({
  address: { draft, set },
  read,
  billing,
}: Pick<Props, "read" | "billing"> & { readonly address: AddressState }): JSX.Element {
  const t = useText();
  const whyNot = (to: AddressType) =>
    read === null ? null : whyNotChangeAddressType({ from: read.address_type, to }, billing);
  const isKept = addressTypes.some((to) => whyNot(to) !== null);
  return (
    <fieldset>
      <legend className="label">{t("address.address_type")}</legend>
      <div className="seg">
        {addressTypes.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={draft.address_type === type}
            aria-disabled={whyNot(type) !== null || undefined}
            aria-describedby={whyNot(type) === null ? undefined : "type-why"}
            onClick={() => whyNot(type) === null && set("address_type", type)}
          >
            {t(`address.${type}`)}
          </button>
        ))}
      </div>
      {isKept && (
        <p className="why mt-2" id="type-why">
          {t("address.onlyBilling")}
        </p>
      )}
    </fieldset>
  );
}

function Lines({ address, tried }: { readonly address: AddressState; readonly tried: boolean }): JSX.Element {
  const t = useText();
  const { draft, set } = address;
  const line = (name: Exclude<AddressField, "address_type">, autoComplete?: string, hint?: string): JSX.Element => {
    const fault = tried ? faultOfLine(lineRules[name], draft[name] ?? "") : null;
    return (
      <TextLine
        label={t(`address.${name}`)}
        value={draft[name] ?? ""}
        optional={lineRules[name] === "optional"}
        fault={fault === null ? null : t(fault)}
        onChange={(value) => set(name, value)}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        {...(hint === undefined ? {} : { hint })}
      />
    );
  };
  return (
    <>
      <div className="tworow wide-left">
        {line("street_name")}
        {line("street_number")}
      </div>
      {line("additional_line", "address-line2", t("address.lineHint"))}
      <div className="tworow wide-right">
        {line("zip_code", "postal-code")}
        {line("city", "address-level2")}
      </div>
      <div className="tworow">
        {line("country", "country-name")}
        {line("contact_person")}
      </div>
    </>
  );
}
