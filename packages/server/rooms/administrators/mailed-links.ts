/**
 * Links in mails: an id and its HMAC under a key of the server, so that no copy of the secret is stored. Looking at one changes nothing,
 * because scanners of mails open links; the call that does what it is for uses it up, once, under a lock.
 */
import { idPattern } from "@siegel/contract/id-pattern.ts";
import type { AdministratorId } from "@siegel/contract/ids.ts";
import { isSameMac, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { LinkPurpose } from "../../db/administrators-tables.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { insertLink, readLink, type StoredLink } from "./mailed-links-store.ts";

/** The secret under which links are made. */
export type LinkSecret = ServerSecret<"links in mails">;

/** @throws RangeError when the bytes are too few to be a secret */
export const linkSecret = (bytes: Uint8Array): LinkSecret => serverSecret("links in mails", bytes);

/** For whom a link is. */
export type LinkOwner = { readonly administratorId: AdministratorId | null; readonly registrationId: string | null };

/** Makes a link that lives for a number of seconds, and answers its id. */
export async function makeLink(
  deps: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  made: LinkOwner & { readonly purpose: LinkPurpose; readonly lives_s: number },
): Promise<string> {
  const linkId = deps.random.id();
  const at = deps.clock.now();
  const { lives_s, ...owner } = made;
  await insertLink(deps.db, { ...owner, linkId, at, expiresAt: new Date(at.getTime() + lives_s * 1_000) });
  return linkId;
}

/** What stands in the mail: `<id>.<MAC>`. */
export const tokenOfLink = (secret: LinkSecret, purpose: LinkPurpose, linkId: string): string =>
  `${linkId}.${Buffer.from(macOfLink(secret, purpose, linkId)).toString("base64url")}`;

/** Why a link does nothing any more. */
export type LinkRefusal = "LINK_UNKNOWN" | "LINK_USED" | "LINK_EXPIRED";

/** The link behind what a mail said, or why it does nothing. */
export async function findLink(
  deps: { readonly db: Db; readonly clock: Clock; readonly linkSecret: LinkSecret },
  purpose: LinkPurpose,
  token: string,
): Promise<
  | { readonly ok: true; readonly link: StoredLink }
  | { readonly ok: false; readonly code: LinkRefusal; readonly usedAt: Date | null }
> {
  const linkId = idOfToken(deps.linkSecret, purpose, token);
  const link = linkId === null ? null : await readLink(deps.db, linkId, { isLocked: deps.db.isTransaction });
  if (link === null) return { ok: false, code: "LINK_UNKNOWN", usedAt: null };
  const code = whyNot(link, deps.clock.now());
  return code === null ? { ok: true, link } : { ok: false, code, usedAt: link.usedAt };
}

/** Why a link does nothing, by what is stored of it; null where it still does. */
export function whyNot({ usedAt, endedAt, expiresAt }: StoredLink, now: Date): LinkRefusal | null {
  if (usedAt !== null) return "LINK_USED";
  return endedAt !== null || expiresAt <= now ? "LINK_EXPIRED" : null;
}

function idOfToken(secret: LinkSecret, purpose: LinkPurpose, token: string): string | null {
  const [id = "", mac = ""] = token.split(".");
  if (!idPattern.test(id)) return null;
  return isSameMac(Buffer.from(mac, "base64url"), macOfLink(secret, purpose, id)) ? id : null;
}

const macOfLink = (secret: LinkSecret, purpose: LinkPurpose, linkId: string): Uint8Array =>
  macOf(secret, ["link", purpose, linkId]);
