/** Browsers that an account was logged in with: they carry an id with its MAC, so that strangers' tries do not keep their owner out. */
import { isSameMac, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Random } from "../../ports/random.ts";
import { addressHashOf } from "./address-hash.ts";

/** The secret under which browsers are known. */
export type BrowserSecret = ServerSecret<"known browsers">;

/** @throws RangeError when the bytes are too few to be a secret */
export const browserSecret = (bytes: Uint8Array): BrowserSecret => serverSecret("known browsers", bytes);

/** What a browser is given that an account was logged in with: `<id>.<MAC>`. */
export function markBrowser(
  deps: { readonly random: Random; readonly browserSecret: BrowserSecret },
  email: string,
): string {
  const id = deps.random.id();
  return `${id}.${Buffer.from(macOfBrowser(deps.browserSecret, email, id)).toString("base64url")}`;
}

/** The id of a browser that this account was logged in with, or null. */
export function knownBrowserOf(secret: BrowserSecret, email: string, mark: string | null): string | null {
  const [id = "", mac = ""] = (mark ?? "").split(".");
  if (id === "" || mac === "") return null;
  const isOurs = isSameMac(Buffer.from(mac, "base64url"), macOfBrowser(secret, email, id));
  return isOurs ? id : null;
}

const macOfBrowser = (secret: BrowserSecret, email: string, id: string): Uint8Array =>
  macOf(secret, ["known browser", addressHashOf(email), id]);
