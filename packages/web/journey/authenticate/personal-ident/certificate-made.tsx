import type { MadeCertificate } from "@siegel/contract/calls/personal-ident.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { Fragment, type JSX } from "react";
import { PublicLink } from "../../../frame/public-link.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { paths } from "../../../paths.ts";
import { Emphasised } from "../../../ui/emphasised.tsx";
import { Icon } from "../../../ui/icons.tsx";

/** The certificate is made: what it is, and what to do with it. */
export function CertificateMade({ certificate }: { readonly certificate: MadeCertificate }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { first_name, last_name, organisation, serial_number, not_after, masked_phone } = certificate;
  const facts = [
    [t("personalIdent.issuedTo"), `${first_name} ${last_name}`, ""],
    ...(organisation === null ? [] : [[t("personalIdent.sealFor"), organisation, ""] as const]),
    [t("personalIdent.serial"), serial_number.replace(/..(?=.)/g, "$&:"), "mono"],
    [t("personalIdent.until"), momentText(new Date(not_after), { language }).split(",")[0] ?? "", "num"],
    [t("personalIdent.codes"), masked_phone, "num"],
  ] as const;
  return (
    <div className="narrow">
      <div className="done-head">
        <span className="bigring ok">
          <Icon name="done" size={96} weight={1.1} />
        </span>
        <div>
          <h1>{t("personalIdent.done")}</h1>
          <p className="lead" role="status">
            {t("Responses.CREATE_CERTIFICATE_SUCCESS")}
          </p>
        </div>
      </div>
      <div className="sheet">
        <div className="part">
          <dl className="facts">
            {facts.map(([name, value, look]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={look}>{look === "mono" ? <Breaking text={value} /> : value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="part ident-next">
          <h2 className="h-card">{t("personalIdent.next")}</h2>
          <ol>
            <li>
              <Emphasised text={t(organisation === null ? "personalIdent.nextSign" : "personalIdent.nextSeal")} />
            </li>
            <li>
              <Emphasised text={t("personalIdent.nextLost")} />{" "}
              <PublicLink to={paths.certificates}>{t("personalIdent.nextLostGo")}</PublicLink>
            </li>
            <li>
              <Emphasised text={t("personalIdent.nextForgot")} />
            </li>
          </ol>
        </div>
      </div>
    </div>
  );
}

/** A long number that goes on in the next line after a colon, not before one. */
const Breaking = ({ text }: { readonly text: string }): JSX.Element => (
  <>
    {text.split(/(?<=:)/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </>
);
