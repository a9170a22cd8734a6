import { useEffect, useRef, useState } from "react";
import type { ChallengeState } from "../../../code/stored-challenge.ts";

/** How often the page asks whether the other person has finished. */
const ask_again_ms = 10_000;

/** Until when another person may hold a document (milliseconds since 1970), and since when this page waits. */
export type Hold = { readonly sinceMs: number; readonly untilMs: number };

/** The wait at hand, also while it is asked whether it is over; null where no wait is. */
export function nextHold(known: Hold | null, state: ChallengeState, nowMs: number): Hold | null {
  if (state.status === "sending") return known;
  if (state.status !== "refused" || state.code !== "DOCUMENT_HELD") return null;
  return { sinceMs: known?.sinceMs ?? nowMs, untilMs: state.retryAtMs };
}

/** While another person holds a document: asks again by itself, and more often than it has to, since most finish sooner. */
export function useHold(state: ChallengeState, again: () => Promise<void>): Hold | null {
  const [hold, setHold] = useState<Hold | null>(null);
  // It is made anew with each drawing of the page; only another answer begins another wait.
  const ask = useRef(again);
  useEffect(() => {
    ask.current = again;
  });
  useEffect(() => {
    setHold((known) => nextHold(known, state, Date.now()));
    if (state.status !== "refused" || state.code !== "DOCUMENT_HELD") return;
    const inMs = Math.min(ask_again_ms, Math.max(1_000, state.retryAtMs - Date.now()));
    const timer = setTimeout(() => void ask.current(), inMs);
    return () => clearTimeout(timer);
  }, [state]);
  return hold;
}
