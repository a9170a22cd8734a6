/** The answer to somebody who changes a record that another person has changed since it was read. */
import { nowLine } from "@siegel/contract/changed-meanwhile.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";

const sentence = {
  en: "Somebody else has just changed this. Compare both, then decide.",
  de: "Jemand anderes hat das gerade geändert. Vergleichen Sie beides und entscheiden Sie dann.",
};

/** `record`: as it is now, in the shape in which the call answers it. */
export const changedMeanwhile = (record: unknown): WireRefusal => ({
  ok: false,
  code: "CHANGED_MEANWHILE",
  messages: [sentence, nowLine(record)],
});
