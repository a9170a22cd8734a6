import type { ChangedPassword, ChangedPhone } from "@siegel/contract/calls/cert-identity.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { JSX } from "react";
import { SerialNumber } from "../../frame/serial-text.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { Outcome } from "../../identity/outcome.tsx";
import { Steps } from "../../identity/steps.tsx";
import { paths } from "../../paths.ts";

/** It is changed: who was told, and until when the certificate rests. */
export function Changed({ change }: { readonly change: ChangedPhone | ChangedPassword }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const at = momentText(new Date(change.changed_at), { language });
  const until = momentText(new Date(change.rests_until), { language });
  const isPassword = "serial_before" in change;
  return (
    <div className="narrow">
      <Outcome look="you" icon="clock" title={t("ownerIdentity.changed")} lead={t("ownerIdentity.changedLead")} />
      <div className="sheet">
        <div className="part">
          <Steps
            steps={[
              ...(isPassword
                ? ([
                    [
                      "done",
                      t("ownerIdentity.changedPassword"),
                      <SerialNumber key="new" serial={change.serial_number} />,
                    ],
                    ["done", t("ownerIdentity.oldRevoked"), <SerialNumber key="old" serial={change.serial_before} />],
                  ] as const)
                : ([["done", t("ownerIdentity.changedPhone", { phone: change.masked_phone }), at]] as const)),
              [
                "done",
                t(isPassword ? "ownerIdentity.toldSame" : "ownerIdentity.toldBoth"),
                t("ownerIdentity.toldLead"),
              ],
              ["here", t("ownerIdentity.quietUntil", { until }), t("ownerIdentity.quietUntilLead")],
              ["open", t("ownerIdentity.everywhere"), t("ownerIdentity.everywhereLead")],
            ]}
          />
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <a className="btn btn-main" href={paths.certificates}>
            {t("ownerIdentity.toTable")}
          </a>
        </div>
      </div>
    </div>
  );
}
