/** The provider's name and legal texts, fetched once a page load. */
import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import { useSyncExternalStore } from "react";
import { callApi } from "./client.ts";

let known: ProviderConfiguration | null = null;
let asked = false;
const listeners = new Set<() => void>();

async function ask(): Promise<void> {
  const answer = await callApi("configuration", {}, { quiet: true });
  if (!answer.ok) {
    asked = false; // the next page asks again
    return;
  }
  known = answer.data;
  for (const listener of listeners) listener();
}

/** The provider's configuration; null until the server has answered. */
export function useConfiguration(): ProviderConfiguration | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      if (!asked) {
        asked = true;
        void ask();
      }
      return () => listeners.delete(listener);
    },
    () => known,
  );
}
