import { operatorRevocationReasons } from "@siegel/contract/certificate-reasons.ts";
import { useText } from "../i18n/catalogue.ts";

/** Why an operator can revoke. */
export type Reason = (typeof operatorRevocationReasons)[number];

/** A reason in a plain sentence; one that is not the desk's by its name. */
export function useReason(): (reason: string) => string {
  const t = useText();
  return (reason) => {
    const own = operatorRevocationReasons.find((one) => one === reason);
    return own === undefined ? t("certs.reason_other", { name: reason }) : t(`certs.reason_${own}`);
  };
}
