import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { type FormEvent, type JSX, useState } from "react";
import { Trust } from "../frame/trust.tsx";
import { useText } from "../i18n/catalogue.ts";
import type { TextKey } from "../i18n/text-key.ts";
import { Emphasised } from "../ui/emphasised.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { late } from "../ui/late-icons.ts";
import { MainButton } from "../ui/main-button.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { At, Owner } from "./use-owner.ts";
import { purposesOf } from "./wishes.ts";

type Props = { readonly owner: Owner; readonly at: Extract<At, { readonly step: "what" }> };

const said: Readonly<
  Record<OwnersPurpose, { readonly title: TextKey; readonly lead: TextKey; readonly icon: IconName }>
> = {
  change_password: { title: "ownerIdentity.password", lead: "ownerIdentity.passwordLead", icon: late.key },
  change_phone: { title: "ownerIdentity.phone", lead: "ownerIdentity.phoneLead", icon: late.device },
  revoke: { title: "ownerIdentity.revoke", lead: "ownerIdentity.revokeLead", icon: "barred" },
};

/** What the person wants to identify themselves for. */
export function WhatStep({ owner, at: { certificates, certificate, reason } }: Props): JSX.Element {
  const t = useText();
  const purposes = purposesOf(certificate);
  // Whoever has said why they revoke came here only because the phone is gone.
  const [purpose, setPurpose] = useState<OwnersPurpose>(reason === null ? (purposes[0] ?? "revoke") : "revoke");
  const [asksReason, setAsksReason] = useState(false);
  const goOn = (why: CertificateReason | null): void =>
    owner.show({ step: "ways", certificates, wish: { certificate, purpose, reason: why } });
  function choose(event: FormEvent): void {
    event.preventDefault();
    if (purpose === "revoke" && reason === null) setAsksReason(true);
    else goOn(purpose === "revoke" ? reason : null);
  }
  return (
    <div className="narrow">
      <div className="head">
        <h1 tabIndex={-1}>{t("ownerIdentity.what")}</h1>
        <p className="lead">{t("ownerIdentity.whatLead")}</p>
      </div>
      <form onSubmit={choose}>
        <fieldset>
          <legend className="vh">{t("ownerIdentity.what")}</legend>
          {purposes.map((one) => (
            <label className="choice" key={one}>
              <input
                type="radio"
                name="purpose"
                value={one}
                checked={purpose === one}
                onChange={() => setPurpose(one)}
                aria-label={t(said[one].title)}
                aria-describedby={`purpose-${one}`}
              />
              <span className="grow">
                <b>{t(said[one].title)}</b>
                <span id={`purpose-${one}`}>
                  <Emphasised text={t(said[one].lead)} />
                </span>
              </span>
              <Icon name={said[one].icon} size={26} />
            </label>
          ))}
        </fieldset>
        <div className="actions">
          <div className="go">
            <MainButton look="side" onPress={() => owner.show({ step: "table", certificates, done: null })}>
              {t("owner.back")}
            </MainButton>
            <MainButton type="submit">{t("ownerIdentity.goOn")}</MainButton>
          </div>
        </div>
      </form>
      <Trust
        points={[
          { icon: late.key, title: t("ownerIdentity.why"), text: t("ownerIdentity.whyLead") },
          { icon: "mail", title: t("ownerIdentity.openly"), text: t("ownerIdentity.openlyLead") },
        ]}
      />
      {asksReason && (
        <ReasonDialog
          certificate={certificate}
          go={t("ownerIdentity.goOn")}
          onGo={async (why) => {
            goOn(why);
            return await Promise.resolve(null);
          }}
          onKeep={() => setAsksReason(false)}
          onLost={null}
        />
      )}
    </div>
  );
}
