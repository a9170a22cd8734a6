/** What is said to a call that sends or begins something and does not come from a script of our own pages. */
import type { WireRefusal } from "../wire/send-refusal.ts";

export const notOurPage: WireRefusal = {
  ok: false,
  code: "FORBIDDEN",
  message: {
    en: "This call must come from our own pages.",
    de: "Dieser Aufruf muss von unseren eigenen Seiten kommen.",
  },
};
