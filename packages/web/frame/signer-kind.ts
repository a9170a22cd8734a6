/** What the kind of signer changes on the pages. */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isAuthenticated, isSeal } from "@siegel/contract/signer-kind.ts";
import type { TextKey } from "../i18n/text-key.ts";

/** Which of the signer's details the audit report will have: of a number it shows a part, where a code went there, and otherwise nothing. */
export function credentialsLead(type: SignerType): TextKey {
  if (isSeal(type)) return "credentials.leadSeal";
  return isAuthenticated(type) ? "credentials.leadCode" : "credentials.lead";
}
