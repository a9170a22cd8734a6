/**
 * Browsers that an account was logged in with: they carry a number with its MAC, so that strangers' tries do not keep their owner out. There
 * are few numbers, and each has one count of tries: a person who once knew a password does not get many times as many. A new password ends all marks.
 */
import { known_browsers_max } from "@siegel/contract/limits.ts";
import { isSameMac, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Random } from "../../ports/random.ts";

/** The secret under which browsers are known. */
export type BrowserSecret = ServerSecret<"known browsers">;

/** @throws RangeError when the bytes are too few to be a secret */
export const browserSecret = (bytes: Uint8Array): BrowserSecret => serverSecret("known browsers", bytes);

/** Whose browser it is, an administrator's or an operator's, and since when the password is what it is. */
export type BrowserOwner = { readonly administratorId: string; readonly passwordChangedAt: Date | null };

/** What a browser is given that an account was logged in with: `<number>.<MAC>`. */
export function markBrowser(
  deps: { readonly random: Random; readonly browserSecret: BrowserSecret },
  owner: BrowserOwner,
): string {
  const number = String(Buffer.from(deps.random.bytes(4)).readUInt32BE() % known_browsers_max);
  return `${number}.${Buffer.from(macOfBrowser(deps.browserSecret, owner, number)).toString("base64url")}`;
}

/** The number of a browser that this account was logged in with since its password was changed, or null. */
export function knownBrowserOf(secret: BrowserSecret, owner: BrowserOwner, mark: string | null): string | null {
  const [number = "", mac = ""] = (mark ?? "").split(".");
  if (number === "" || mac === "") return null;
  const isOurs = isSameMac(Buffer.from(mac, "base64url"), macOfBrowser(secret, owner, number));
  return isOurs ? number : null;
}

const macOfBrowser = (
  secret: BrowserSecret,
  { administratorId, passwordChangedAt }: BrowserOwner,
  number: string,
): Uint8Array =>
  macOf(secret, ["known browser", administratorId, passwordChangedAt?.toISOString() ?? "first password", number]);
