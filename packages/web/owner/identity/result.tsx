import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { JSX } from "react";
import { useProviderName } from "../../api/configuration.ts";
import { Trust } from "../../frame/trust.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Outcome } from "../../identity/outcome.tsx";
import { Steps } from "../../identity/steps.tsx";
import { TwoNames } from "../../identity/two-names.tsx";
import { paths } from "../../paths.ts";
import { identificationIcons } from "../../ui/identification-icons.ts";
import { failureOf } from "./failure.ts";
import { waysOf } from "./over.tsx";

type WrongProps = {
  /** Null: the way back held nothing that counts; `why` is what is known of it all the same. */
  readonly told: OwnersIdentification | null;
  readonly why?: IdentificationFault | null;
};

/** It came to nothing: why, and the way back (signer-side.md §2). */
export function Wrong({ told, why = null }: WrongProps): JSX.Element {
  const t = useText();
  const { title, sentences } = failureOf(told, why);
  const isCancelled = told?.state === "cancelled";
  return (
    <div className="narrow">
      <Outcome
        look={isCancelled ? "" : "bad"}
        icon={isCancelled ? "barred" : identificationIcons.cross}
        title={t(title)}
        lead={sentences.map((key) => t(key)).join(" ")}
      />
      {told !== null && (
        <p className="tiny subtle mt-4">
          {t("identification.reference")} <span className="mono">{told.reference}</span>
        </p>
      )}
      <div className="actions">
        <div className="go">
          <a className="btn btn-side" href={paths.certificates}>
            {t("ownerIdentity.back")}
          </a>
          {told !== null && (
            <a className="btn btn-main" href={waysOf(told)}>
              {t("identification.again")}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

/** A person compares the names: both spellings, and what happens next. */
export function Doubtful({ told }: { readonly told: OwnersIdentification }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const provider = useProviderName() ?? "";
  const { on_document, certificate, identified_at } = told;
  const time = identified_at === null ? "" : momentText(new Date(identified_at), { language });
  return (
    <div className="narrow">
      <Outcome look="you" icon="clock" title={t("identification.doubtful")} lead={t("ownerIdentity.doubtful")} />
      <div className="sheet">
        {on_document !== null && (
          <TwoNames where={t("ownerIdentity.inCertificate")} name={certificate.holder} onDocument={on_document} />
        )}
        <div className="part">
          <Steps
            steps={[
              ["done", t("identification.youDid"), t("identification.youDidLead", { time })],
              ["here", t("identification.weCheck"), t("identification.weCheckLead")],
              ["open", t("identification.weWrite"), t("ownerIdentity.weWrite")],
            ]}
          />
        </div>
      </div>
      <Trust
        points={[
          { icon: "eye", title: t("identification.whoSees"), text: t("ownerIdentity.whoSees", { provider }) },
          {
            icon: identificationIcons.flag,
            title: t("ownerIdentity.notYet"),
            text: t("ownerIdentity.notYetLead"),
          },
        ]}
      />
    </div>
  );
}
