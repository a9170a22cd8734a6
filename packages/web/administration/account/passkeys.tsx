import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { AskPassword } from "../ask-password.tsx";
import { useDay, useMoment } from "../use-moment.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";

type Passkey = OwnAccountView["passkeys"][number];
type Open = { readonly kind: "add" } | { readonly kind: "rename" | "remove"; readonly of: Passkey };
type Props = { readonly passkeys: readonly Passkey[]; readonly onChanged: () => void };

/** The passkeys of the account, and the way to another one. */
export function Passkeys({ passkeys, onChanged }: Props): JSX.Element {
  const t = useText();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="lines passkeys">
          {passkeys.map((passkey) => (
            <Line key={passkey.passkey_id} passkey={passkey} onAct={(kind) => setOpen({ kind, of: passkey })} />
          ))}
        </ul>
      )}
      <button className="btn btn-sm btn-side mt-4" type="button" onClick={() => setOpen({ kind: "add" })}>
        <Icon name="plus" size={18} />
        {t("account.passkeyAdd")}
      </button>
      {open?.kind === "add" && <AddPasskey onDone={done} onCancel={close} />}
      {open?.kind === "rename" && <RenamePasskey of={open.of} onDone={done} onCancel={close} />}
      {open?.kind === "remove" && (
        <AskPassword
          title={t("account.passkeyRemoveTitle", { name: open.of.name })}
          lead={t("account.passkeyRemoveLead")}
          act={t("account.passkeyRemove")}
          danger
          send={(password) =>
            callAccount("removePasskey", { body: { passkey_id: open.of.passkey_id, password } }, { quiet: true })
          }
          onDone={() => {
            notify("success", translateNow("account.passkeyRemoved"));
            done();
          }}
          onCancel={close}
        />
      )}
    </>
  );
}

type LineProps = { readonly passkey: Passkey; readonly onAct: (kind: "rename" | "remove") => void };

function Line({ passkey: { name, created_at, last_used_at }, onAct }: LineProps): JSX.Element {
  const t = useText();
  const [day, moment] = [useDay(), useMoment()];
  return (
    <li>
      <Icon name="lock" />
      <span className="grow">
        <b>{t("account.passkey", { name })}</b>
        <span className="tiny muted">
          {last_used_at === null
            ? t("account.passkeySince", { day: day(created_at) })
            : t("account.passkeyUsed", { day: day(created_at), at: moment(last_used_at) })}
        </span>
      </span>
      <button
        className="btn btn-sm btn-quiet"
        type="button"
        aria-label={t("account.passkeyRenameOf", { name })}
        onClick={() => onAct("rename")}
      >
        {t("account.passkeyRename")}
      </button>
      <button
        className="btn btn-sm btn-refuse"
        type="button"
        aria-label={t("account.passkeyRemoveOf", { name })}
        onClick={() => onAct("remove")}
      >
        {t("account.passkeyRemove")}
      </button>
    </li>
  );
}
