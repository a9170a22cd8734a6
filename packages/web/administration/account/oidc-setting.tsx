import { whyNotUnlink } from "@siegel/contract/account-acts.ts";
import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import { type JSX, useId, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { AskPassword } from "../ask-password.tsx";
import { goToProvider } from "../oidc-trip.ts";
import { useDay, useMoment } from "../use-moment.ts";

type Props = { readonly of: NonNullable<OwnAccountView["oidc"]>; readonly onChanged: () => void };

/** The own login at the provider: who somebody is there is linked with the account here, or the link is ended. */
export function OidcSetting({ of, onChanged }: Props): JSX.Element {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState<"link" | "unlink" | null>(null);
  const { label, since } = of;
  const close = () => setOpen(null);
  const code = since === null ? null : whyNotUnlink({ isLinked: true, passwordsOff: of.passwords_off });
  return (
    <section className="setting">
      <div>
        <h2 className="h-card">{t("oidc.title")}</h2>
        <p>{t("oidc.lead", { label })}</p>
      </div>
      <div>
        <ul className="lines">
          <li>
            <Icon name={late.shield} />
            <span className="grow">
              <b>{label}</b>
              <State of={of} />
            </span>
            {since === null ? (
              <button className="btn btn-sm btn-side" type="button" onClick={() => setOpen("link")}>
                {t("oidc.link")}
              </button>
            ) : (
              <MainButton
                look="side"
                className="btn-sm"
                reason={code === null ? null : sentenceOfCode(code, t)}
                reasonId={id}
                onPress={() => setOpen("unlink")}
              >
                {t("oidc.unlink")}
              </MainButton>
            )}
          </li>
        </ul>
        {code !== null && (
          <p className="why mt-3" id={id}>
            {sentenceOfCode(code, t)}
          </p>
        )}
      </div>
      {open === "link" && (
        <AskPassword
          title={t("oidc.linkTitle", { label })}
          lead={t("oidc.linkLead", { label })}
          act={t("oidc.linkGo", { label })}
          send={(password) => callAccount("startOidcLink", { body: { password } }, { quiet: true })}
          onDone={({ url }) => {
            goToProvider(url, { purpose: "link", back: paths.admin("account") });
            close();
          }}
          onCancel={close}
        />
      )}
      {open === "unlink" && (
        <AskPassword
          title={t("oidc.unlinkTitle", { label })}
          lead={t("oidc.unlinkLead")}
          act={t("oidc.unlink")}
          danger
          send={(password) => callAccount("removeOidc", { body: { password } }, { quiet: true })}
          onDone={() => {
            notify("success", translateNow("oidc.unlinked"));
            close();
            onChanged();
          }}
          onCancel={close}
        />
      )}
    </section>
  );
}

function State({ of: { since, last_login_at } }: Pick<Props, "of">): JSX.Element {
  const t = useText();
  const [day, moment] = [useDay(), useMoment()];
  return (
    <span className="tiny muted">
      {since === null
        ? t("oidc.none")
        : last_login_at === null
          ? t("oidc.since", { day: day(since) })
          : t("oidc.used", { day: day(since), at: moment(last_login_at) })}
    </span>
  );
}
