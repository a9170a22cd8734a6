/** Which ways a code can take to this phone. */
import type { CodeChannel } from "../../paths.ts";

/** A fixed line (type 0) takes no text message (signer-side.md §2). */
export function channelsOf(phoneType: number): readonly CodeChannel[] {
  return phoneType === 0 ? ["phone"] : ["sms", "phone"];
}
