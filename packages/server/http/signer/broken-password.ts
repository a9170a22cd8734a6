/** Every rule that a chosen password breaks, at its field. */
import type { Said } from "@siegel/contract/said.ts";
import { certificatePasswordSaid } from "@siegel/contract/value-faults.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";

export const brokenPassword = (faults: ReadonlyArray<keyof typeof certificatePasswordSaid>): WireRefusal => ({
  ok: false,
  code: "INVALID_REQUEST",
  messages: faults.map((fault): Said => {
    const { en, de } = certificatePasswordSaid[fault];
    return { en: `password: ${en}`, de: `password: ${de}` };
  }),
});
