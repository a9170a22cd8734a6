/** Job `keep-authority-fresh`: revocation lists and short-lived units are renewed well before they end (standards §2.5, §2.6). */
import { type AuthorityDeps, ensureHierarchy } from "../rooms/authority/authority.ts";
import type { Sweep } from "./sweep-signing.ts";

const hourMs = 3_600_000;

/** Looks every hour; what is not due is left alone, so any number of processes may look. A fault is told and tried again. */
export function startAuthorityUpkeep(
  deps: AuthorityDeps,
  options: { onFault: (fault: unknown) => void; everyMs?: number },
): Sweep {
  let turn: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    turn = ensureHierarchy(deps).catch(options.onFault);
  }, options.everyMs ?? hourMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
