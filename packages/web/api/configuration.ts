/** The provider's name and legal texts, fetched once a page load. */
import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import { useSyncExternalStore } from "react";
import type { Refusal } from "./answer.ts";
import { callApi } from "./client.ts";

let known: ProviderConfiguration | null = null;
let provider: string | null = null;
let sandbox: string | null | undefined;
let asked = false;
let away: Refusal | null = null;
const listeners = new Set<() => void>();

async function ask(): Promise<void> {
  const answer = await callApi("configuration", {}, { quiet: true });
  if (answer.ok) {
    away = null;
    known = answer.data;
    provider = answer.data.provider_name;
  } else {
    asked = false; // the next page asks again
    if (answer.code === "MAINTENANCE") away = answer;
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void ask();
  }
  return () => listeners.delete(listener);
}

/** The provider's configuration; null until the server has answered. */
export function useConfiguration(): ProviderConfiguration | null {
  const now = (): ProviderConfiguration | null => known;
  return useSyncExternalStore(listen, now, now);
}

/** Takes the provider's name from a page that came with it. */
export function noteProvider(name: string): void {
  provider = name;
}

/** Takes from a page that came with it where the mails of a development server arrive; null in production. */
export function noteSandbox(url: string | null): void {
  sandbox = url;
}

/** Where the mails of a development server arrive; null in production, and until it is known. */
export function useSandboxUrl(): string | null {
  const url = (): string | null => sandbox ?? known?.sandbox_url ?? null;
  return useSyncExternalStore(sandbox === undefined ? listen : stayAsItIs, url, url);
}

const stayAsItIs = (): (() => void) => () => undefined;

function listenForName(listener: () => void): () => void {
  return provider === null ? listen(listener) : stayAsItIs();
}

/** The server's answer that it is in announced maintenance, for pages that ask nothing else; null where it is not, or nobody knows. */
export function useMaintenance(): Refusal | null {
  const told = (): Refusal | null => away;
  return useSyncExternalStore(listenForName, told, told);
}

/** Asks again whether the maintenance is over. */
export function askAgain(): void {
  if (asked) return;
  asked = true;
  void ask();
}

/** The provider's name; null until it is known. */
export function useProviderName(): string | null {
  const name = (): string | null => provider;
  return useSyncExternalStore(listenForName, name, name);
}
