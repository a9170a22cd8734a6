/** What a receiver answered, in words. */
import { useText } from "../../i18n/catalogue.ts";

const faults = ["address", "name", "certificate", "timeout", "connection", "removed"] as const;

type Answer = { readonly last_status: number | null; readonly last_fault: string | null };

/** Says a status, or why there was none; nothing where nothing was tried yet. */
export function useAnswerText(): (answer: Answer) => string {
  const t = useText();
  return ({ last_status: status, last_fault: fault }) => {
    if (status !== null) return String(status);
    const known = faults.find((one) => one === fault);
    return known === undefined ? "" : t(`deliveries.fault_${known}`);
  };
}
