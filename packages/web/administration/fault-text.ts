import type { AccountFault } from "@siegel/contract/account-rules.ts";
import type { Translate } from "../i18n/catalogue.ts";

/** The sentence for what a rule found wrong; null where it found nothing. */
export function faultText(fault: AccountFault | null, t: Translate): string | null {
  if (fault === null) return null;
  return t(fault === "required" ? "frame.required" : `fault.${fault}`);
}
