import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { clockText, momentText } from "@siegel/contract/moment.ts";
import type { JSX } from "react";
import { SerialNumber, serialText } from "../frame/serial-text.tsx";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Icon } from "../ui/icons.tsx";
import { late } from "../ui/late-icons.ts";

/** A day as all of Siegel writes it. */
export const dayOf = (moment: string, language: Language): string =>
  momentText(new Date(moment), { language }).split(",")[0] ?? "";

type Props = {
  readonly certificate: OwnCertificate;
  readonly onRevoke: () => void;
  /** Password or phone. */
  readonly onChange: () => void;
};

/** One certificate; on a phone it is a card. */
export function CertificateRow({ certificate, onRevoke, onChange }: Props): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const serial = serialText(certificate.serial_number);
  const from = dayOf(certificate.not_before, language);
  const until = dayOf(certificate.not_after, language);
  return (
    <tr className={certificate.status === "v" ? undefined : "gone"}>
      <th scope="row">
        <SerialNumber serial={certificate.serial_number} />
        <span className="tiny subtle block">
          {certificate.short_term ? `${certificate.holder} · ${t("owner.fromVideo")}` : certificate.holder}
        </span>
      </th>
      <td className="at-level">{t(`owner.${certificate.type}`)}</td>
      <td className="num at-from">
        {from}
        <span className="until-phone"> {t("owner.to", { until })}</span>
      </td>
      <td className="num at-until">{until}</td>
      <td className="at-state">
        <State certificate={certificate} />
        <Rest certificate={certificate} />
      </td>
      <td className="end at-action">
        {certificate.revocable ? (
          <button className="btn btn-sm btn-side" type="button" onClick={onRevoke}>
            {t("owner.revoke")}
            <span className="vh"> {serial}</span>
          </button>
        ) : (
          <span className="small muted whyno">{whyNot()}</span>
        )}
        {certificate.changeable && (
          <button className="owner-link small" type="button" onClick={onChange}>
            {t("ownerIdentity.change")}
            <span className="vh"> {serial}</span>
          </button>
        )}
      </td>
    </tr>
  );

  function whyNot(): string {
    if (certificate.status === "r") return t("owner.revokedAlready");
    if (certificate.status === "e") return t("owner.notNeeded");
    return t("owner.endsItself", { at: clockText(new Date(certificate.not_after), { language }) });
  }
}

/** Phone or password were just changed: until when it signs nothing. */
function Rest({ certificate: { rests_until: until } }: { readonly certificate: OwnCertificate }): JSX.Element | null {
  const t = useText();
  const language = useLanguage();
  if (until === null || Date.parse(until) <= Date.now()) return null;
  return (
    <span className="tiny subtle block mt-1">
      {t("ownerIdentity.rests", { until: momentText(new Date(until), { language }) })}
    </span>
  );
}

function State({ certificate }: { readonly certificate: OwnCertificate }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { status, revoked_at } = certificate;
  if (status === "v")
    return (
      <span className="state ok">
        <Icon name="done" />
        {t("owner.valid")}
      </span>
    );
  if (status === "e")
    return (
      <span className="state">
        <Icon name={late.dotted} />
        {t("owner.expired")}
      </span>
    );
  return (
    <span className="state bad">
      <Icon name={late.crossed} />
      {t("owner.revoked", { day: revoked_at === null ? "" : dayOf(revoked_at, language) })}
    </span>
  );
}
