import { whyNotDeleteAddress } from "@siegel/contract/account-acts.ts";
import type { AddressView } from "@siegel/contract/calls/organisation.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { AddressDialog } from "./address-dialog.tsx";

type Props = { readonly addresses: readonly AddressView[]; readonly onChanged: () => void };
type Opened = { readonly act: "add" } | { readonly act: "edit" | "delete"; readonly address: AddressView };

/** The organisation's addresses; a billing one can be changed, not deleted. */
export function Addresses({ addresses, onChanged }: Props): JSX.Element {
  const t = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  const done = (): void => {
    close();
    onChanged();
  };
  const billing = addresses.filter(({ address_type }) => address_type === "billing address").length;
  return (
    <section className="sheet setting" aria-labelledby="addresses">
      <div>
        <h2 className="h-card" id="addresses">
          {t("address.title")}
        </h2>
        <p>{t("address.lead")}</p>
      </div>
      <div>
        {addresses.length === 0 && <p className="muted mb-4">{t("address.none")}</p>}
        <ul className="lines addresses">
          {addresses.map((address) => (
            <Line key={address.address_id} address={address} onOpen={(act) => setOpened({ act, address })} />
          ))}
        </ul>
        {billing > 0 && (
          <p className="why mt-3" id="billing-why">
            {t("Responses.BillingAddressDeleteError")}
          </p>
        )}
        <button className="btn btn-sm btn-side mt-4" type="button" onClick={() => setOpened({ act: "add" })}>
          <Icon name="plus" size={18} />
          {t("address.add")}
        </button>
      </div>
      {opened?.act === "delete" && <DeleteDialog address={opened.address} onCancel={close} onDone={done} />}
      {(opened?.act === "add" || opened?.act === "edit") && (
        <AddressDialog
          read={opened.act === "edit" ? opened.address : null}
          billing={billing}
          onCancel={close}
          onDone={done}
        />
      )}
    </section>
  );
}

/** Street and place in one line. */
export const placeOf = ({ street_name, street_number, additional_line, zip_code, city, country }: AddressView) =>
  [`${street_name} ${street_number}`, additional_line, `${zip_code} ${city}`, country].filter(Boolean).join(", ");

function Line({
  address,
  onOpen,
}: {
  readonly address: AddressView;
  readonly onOpen: (act: "edit" | "delete") => void;
}): JSX.Element {
  const t = useText();
  const place = placeOf(address);
  const isKept = whyNotDeleteAddress(address.address_type) !== null;
  return (
    <li>
      <div className="grow">
        <b>
          {address.contact_person} {isKept && <span className="tag">{t("address.billing")}</span>}
        </b>
        <span className="tiny">{place}</span>
      </div>
      <span className="row">
        <button
          className="btn-icon"
          type="button"
          aria-label={t("address.edit", { place })}
          onClick={() => onOpen("edit")}
        >
          <Icon name="pen" />
        </button>
        <button
          className="btn-icon"
          type="button"
          aria-label={t("address.delete", { place })}
          aria-disabled={isKept || undefined}
          aria-describedby={isKept ? "billing-why" : undefined}
          onClick={() => !isKept && onOpen("delete")}
        >
          <Icon name={late.bin} />
        </button>
      </span>
    </li>
  );
}

function DeleteDialog({
  address,
  onCancel,
  onDone,
}: {
  readonly address: AddressView;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const t = useText();
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    const deleted = await callAccount("deleteAddress", { params: { id: address.address_id } });
    if (deleted.ok) notify("success", translateNow("address.deleted"));
    onDone();
  }
  return (
    <Dialog title={t("address.deleteTitle")} lead={placeOf(address)} onCancel={onCancel}>
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={onCancel}>
            {t("frame.cancel")}
          </button>
          <MainButton look="danger" busy={busy} onPress={() => void remove()}>
            {t("address.deleteNow")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}
