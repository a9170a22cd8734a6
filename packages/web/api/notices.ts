/** The banners waiting to be read: green for what worked, red for what did not (signer-side.md §8). */
import { useSyncExternalStore } from "react";
import { sentenceOfCode } from "../i18n/catalogue.ts";

/**
 * `code` is a code of the wire or a sentence; the banner looks it up when it is shown, so that it follows the language.
 * `what` is what the sentence is about, where it names it. `told`: how often it was said while it stands.
 */
export type Notice = {
  readonly id: number;
  readonly kind: "success" | "failure";
  readonly code: string;
  readonly what: string;
  readonly told: number;
};

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** So many at once: more would hide what they speak of. */
const notices_max = 3;

/** What is read of a code; before any text has come, nothing is. */
const said = (code: string): string => sentenceOfCode(code) || code;

/** Shows a banner; what one that stands says already is said there once more, for its whole time again. */
export function notify(kind: Notice["kind"], code: string, what = ""): void {
  // By what is read: codes nobody knows are told in one sentence.
  const same = notices.find((notice) => notice.kind === kind && said(notice.code) === said(code));
  if (same !== undefined) {
    const again = { ...same, code, what, told: same.told + 1 };
    publish(notices.map((notice) => (notice === same ? again : notice)));
    return;
  }
  lastId += 1;
  publish([...notices, { kind, code, what, id: lastId, told: 1 }].slice(-notices_max));
}

/** Takes a banner away. */
export function dismiss(id: number): void {
  publish(notices.filter((notice) => notice.id !== id));
}

/** Takes every red banner away: what failed is being tried again. */
export function dismissFailures(): void {
  if (notices.some((notice) => notice.kind === "failure"))
    publish(notices.filter((notice) => notice.kind !== "failure"));
}

/** Takes every banner away. */
export function dismissAll(): void {
  if (notices.length > 0) publish([]);
}

/** The banners that stand, the latest last. */
export const standingNotices = (): readonly Notice[] => notices;

/** The banners to show. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    standingNotices,
    standingNotices,
  );
}
