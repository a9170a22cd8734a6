import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { type JSX, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { AskPassword } from "../ask-password.tsx";
import { useDay, useMoment } from "../use-moment.ts";
import { AppDialog, type AppSecret } from "./app-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { Passkeys } from "./passkeys.tsx";

type Props = { readonly account: OwnAccountView; readonly onChanged: () => void };
type Open =
  | { readonly kind: "ask"; readonly what: "app" | "remove" | "codes" }
  | { readonly kind: "app"; readonly of: AppSecret }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

/** The authenticator app and the recovery codes. */
export function FactorSetting({ account: { totp, recovery_codes, passkeys }, onChanged }: Props): JSX.Element {
  const t = useText();
  const [day, moment] = [useDay(), useMoment()];
  const [open, setOpen] = useState<Open | null>(null);
  const ask = (what: "app" | "remove" | "codes") => () => setOpen({ kind: "ask", what });
  const since = totp === null ? "" : day(totp.since);
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("account.factor")}</h2>
        <p>{t("account.factorLead")}</p>
      </div>
      <div>
        <ul className="lines">
          <li>
            <Icon name="phone" />
            <span className="grow">
              <b>{t("account.app")}</b>
              <span className="tiny muted">
                {totp === null
                  ? t("account.appNone")
                  : totp.last_used_at === null
                    ? t("account.appSince", { day: since })
                    : t("account.appUsed", { day: since, at: moment(totp.last_used_at) })}
              </span>
            </span>
            <button
              className={`btn btn-sm ${totp === null ? "btn-side" : "btn-quiet"}`}
              type="button"
              onClick={ask("app")}
            >
              {t(totp === null ? "account.appSet" : "account.appReplace")}
            </button>
            {totp !== null && (
              <button className="btn btn-sm btn-refuse" type="button" onClick={ask("remove")}>
                {t("account.appRemove")}
              </button>
            )}
          </li>
          {recovery_codes !== null && (
            <li>
              <Icon name={late.key} />
              <span className="grow">
                <b>{t("account.codes")}</b>
                <span className="tiny muted">
                  {t("account.codesLeft", {
                    n: recovery_codes.left,
                    m: recovery_codes.made,
                    day: day(recovery_codes.made_at),
                  })}
                </span>
              </span>
              <button className="btn btn-sm btn-quiet" type="button" onClick={ask("codes")}>
                {t("account.codesRenew")}
              </button>
            </li>
          )}
        </ul>
        <Passkeys passkeys={passkeys} onChanged={onChanged} />
      </div>
      {open?.kind === "ask" && <Ask what={open.what} onOpen={setOpen} onChanged={onChanged} />}
      {open?.kind === "app" && (
        <AppDialog
          of={open.of}
          onDone={(codes) => {
            setOpen({ kind: "codes", codes });
            onChanged();
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      {open?.kind === "codes" && <CodesDialog codes={open.codes} onClose={() => setOpen(null)} />}
    </section>
  );
}

type AskProps = {
  readonly what: "app" | "remove" | "codes";
  readonly onOpen: (open: Open | null) => void;
  readonly onChanged: () => void;
};

function Ask({ what, onOpen, onChanged }: AskProps): JSX.Element {
  const t = useText();
  const words = {
    title: t(`account.askTitle.${what}`),
    lead: t(`account.askLead.${what}`),
    act: t(`account.askAct.${what}`),
    onCancel: () => onOpen(null),
  };
  if (what === "app")
    return (
      <AskPassword
        {...words}
        send={(password) => callAccount("startTotp", { body: { password } }, { quiet: true })}
        onDone={(of) => onOpen({ kind: "app", of })}
      />
    );
  if (what === "codes")
    return (
      <AskPassword
        {...words}
        send={(password) => callAccount("renewRecoveryCodes", { body: { password } }, { quiet: true })}
        onDone={({ recovery_codes: codes }) => {
          onOpen({ kind: "codes", codes });
          onChanged();
        }}
      />
    );
  return (
    <AskPassword
      {...words}
      danger
      send={(password) => callAccount("removeTotp", { body: { password } }, { quiet: true })}
      onDone={() => {
        notify("success", translateNow("account.removed"));
        onOpen(null);
        onChanged();
      }}
    />
  );
}
