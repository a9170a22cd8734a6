import { useState } from "react";
import { askWhyMissing, type WhyMissing } from "../program.ts";
import { saveBeforeLeaving } from "./leaving.ts";

/**
 * Loads the page anew when somebody asks for it and the service can be reached. Only that helps everywhere: some browsers remember for
 * the whole visit that a part did not come, and a newer version has other parts.
 */
export function useTryAgain(first: WhyMissing): {
  readonly why: WhyMissing;
  readonly busy: boolean;
  readonly tryAgain: () => Promise<void>;
} {
  const [why, setWhy] = useState(first);
  const [busy, setBusy] = useState(false);
  async function tryAgain(): Promise<void> {
    setBusy(true);
    const now = await askWhyMissing();
    if (now === "ours") {
      await saveBeforeLeaving();
      return window.location.reload();
    }
    setWhy(now);
    setBusy(false);
  }
  return { why, busy, tryAgain };
}
