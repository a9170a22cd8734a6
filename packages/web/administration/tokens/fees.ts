/** What a token's signatures cost, where the licence has fees (decisions.md §8). */
import type { LicenceView } from "@siegel/contract/calls/accounts.ts";
import type { TokenView } from "@siegel/contract/calls/tokens.ts";
import type { Language } from "@siegel/contract/limits.ts";

type Fees = LicenceView["fees"];
type Counted = Pick<TokenView, "ses_signature_count" | "aes_signature_count" | "qes_signature_count">;

/** Whether any class costs something; otherwise fees are not shown at all. */
export const hasFees = ({ ses, aes, qes }: Fees): boolean => ses + aes + qes > 0;

/** What a token's signatures cost together, in euros. */
export function feeOf(token: Counted, fees: Fees, language: Language): string {
  const { ses_signature_count: ses, aes_signature_count: aes, qes_signature_count: qes } = token;
  const cents = ses * fees.ses + aes * fees.aes + qes * fees.qes;
  return new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(cents / 100);
}
