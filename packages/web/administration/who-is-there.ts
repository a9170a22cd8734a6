/** Who is logged in to the administration: asked of the server before a page decides, and kept for this tab. */
import type { WhoIsThere } from "@siegel/contract/calls/administrator-session.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { useSyncExternalStore } from "react";
import { callAccount } from "../api/account-client.ts";
import { forgetSessionTime } from "../api/session-time.ts";
import { followUser } from "../i18n/follow-user.ts";
import { onChosenLanguage } from "../i18n/language.ts";
import { clearSession } from "../session.ts";

/** away: the server did not answer, so nothing is known. */
export type WhoAnswer = { readonly status: "in"; readonly who: WhoIsThere } | { readonly status: "out" | "away" };

let known: WhoIsThere | null = null;
const listeners = new Set<() => void>();

function publish(next: WhoIsThere | null): void {
  known = next;
  // What is chosen with the switch is the person's: the next login on another device speaks it, and so do their mails.
  onChosenLanguage(next === null ? null : keepLanguage);
  for (const listener of listeners) listener();
}

function keepLanguage(language: Language): void {
  void callAccount("setOwnLanguage", { body: { language_id: language } }, { quiet: true });
}

/** Asks the server who is there. */
export async function askWhoIsThere(): Promise<WhoAnswer> {
  const answer = await callAccount("adminSession", {}, { quiet: true });
  if (!answer.ok) return { status: "away" };
  publish(answer.data);
  if (answer.data === null) return { status: "out" };
  await followUser(answer.data.user);
  return { status: "in", who: answer.data };
}

/** Forgets whose pages these were, and a signer's session of this tab; the server's session stays. */
export function forgetAccount(): void {
  clearSession();
  forgetSessionTime();
  publish(null);
}

/** Ends the session here and on the server; answers whether the server heard it. */
export async function logOutAccount(): Promise<boolean> {
  forgetAccount();
  return (await callAccount("logoutAdmin", {}, { quiet: true })).ok;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const now = (): WhoIsThere | null => known;

/** The time zone of the organisation whose pages these are; null before a login. */
export const useZone = (): string | null =>
  useSyncExternalStore(listen, now, now)?.user.whitelabeling_pack.time_zone ?? null;

/** Who is logged in, on pages whose route has asked. @throws elsewhere */
export function useWhoIsThere(): WhoIsThere {
  const who = useSyncExternalStore(listen, now, now);
  // The page is about to be left: what stood there last stays until then.
  const last = who ?? lastKnown;
  if (last === null) throw new Error("this page needs an administrator; its route must ask who is there");
  lastKnown = last;
  return last;
}
let lastKnown: WhoIsThere | null = null;
