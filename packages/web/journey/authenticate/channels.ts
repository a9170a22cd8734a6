/** Which ways a code can take to this phone. */
import type { CodeChannel } from "../../paths.ts";

/** A fixed line (type 0) takes no text message (signer-side.md §2). */
export function channelsOf(phoneType: number): readonly CodeChannel[] {
  return phoneType === 0 ? ["phone"] : ["sms", "phone"];
}

/** Enough of the number to recognise it, too little to read it over a shoulder. */
export function maskPhone(phone: string | null): string {
  if (phone === null) return "";
  const digits = phone.replace(/[^0-9+]/g, "");
  return `${digits.slice(0, 3)} ••• ••${digits.slice(-2)}`;
}
