/** The banners waiting to be read: green for what worked, red for what did not (signer-side.md §8). */
import { useSyncExternalStore } from "react";

/**
 * `code` is a code of the wire or a sentence; the banner looks it up when it is shown, so that it follows the language.
 * `what` is what the sentence is about, where it names it.
 */
export type Notice = {
  readonly id: number;
  readonly kind: "success" | "failure";
  readonly code: string;
  readonly what: string;
};

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a banner; the same one twice is shown once, anew. */
export function notify(kind: Notice["kind"], code: string, what = ""): void {
  lastId += 1;
  publish([...notices.filter((notice) => notice.code !== code), { id: lastId, kind, code, what }].slice(-3));
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

/** The banners to show. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
    () => notices,
  );
}
