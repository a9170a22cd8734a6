/** When this tab's session ends, as the server last said it; times are milliseconds of this device's clock. */
import { session_warning_s } from "@siegel/contract/limits.ts";
import { parseSessionTime } from "@siegel/contract/session-time.ts";
import { useEffect, useSyncExternalStore } from "react";

/** `idleAtMs`: unless something is done · `absoluteAtMs`: whatever is done. */
export type SessionEnds = { readonly idleAtMs: number; readonly absoluteAtMs: number };

/**
 * lasting: nothing to say · ending: soon, and to be prolonged · closing: soon, for good, a new login goes on · over.
 * `secondsLeft` counts down in whole seconds.
 */
export type SessionPhase =
  | { readonly phase: "lasting" }
  | { readonly phase: "ending" | "closing"; readonly secondsLeft: number }
  | { readonly phase: "over" };

/** Where a session stands at a moment. */
export function phaseOf(ends: SessionEnds | null, nowMs: number): SessionPhase {
  if (ends === null) return { phase: "lasting" };
  const endMs = Math.min(ends.idleAtMs, ends.absoluteAtMs);
  if (nowMs >= endMs) return { phase: "over" };
  const secondsLeft = Math.ceil((endMs - nowMs) / 1_000);
  if (secondsLeft > session_warning_s) return { phase: "lasting" };
  // Prolonged, it would end at its absolute end: offered only where that is worth the press.
  const worthIt = ends.absoluteAtMs - nowMs > session_warning_s * 1_000;
  return { phase: worthIt ? "ending" : "closing", secondsLeft };
}

let ends: SessionEnds | null = null;
let current: SessionPhase = { phase: "lasting" };
const listeners = new Set<() => void>();

function tick(): void {
  const next = phaseOf(ends, Date.now());
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Takes the header of an answer; one without says nothing. */
export function noteSessionTime(header: string | null): void {
  const told = parseSessionTime(header);
  if (told === null) return;
  const nowMs = Date.now();
  ends = { idleAtMs: nowMs + told.idleSeconds * 1_000, absoluteAtMs: nowMs + told.absoluteSeconds * 1_000 };
  tick();
}

/** There is no session any more. */
export function forgetSessionTime(): void {
  ends = null;
  tick();
}

/** Where the session stands now; right again at once after sleep. */
export function useSessionPhase(): SessionPhase {
  useEffect(() => {
    const timer = setInterval(tick, 1_000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => current,
  );
}
