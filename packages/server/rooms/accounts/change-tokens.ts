/** Administrators make, rename, renew and disable their organisation's tokens; each change with its event in one transaction. */
import { type TokenState, whyNotChangeToken } from "@siegel/contract/account-acts.ts";
import type { OrganisationId, TokenId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { createToken, makeKey } from "./create-token.ts";
import { readLicence } from "./licence-store.ts";
import { lockToken, type OwnToken, type TokenChange, updateToken } from "./tokens-store.ts";
import { type TokenSecret, webhookSecretOf } from "./webhook-secret.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly tokenSecret: TokenSecret };
/** Who changes what: the organisation is the session's. */
export type TokenActor = { readonly organisationId: OrganisationId; readonly actor: Actor };

/** A token with its full key; the secret of its webhooks where it was made along with it. */
export type TokenWithKey = {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly apiKey: string;
  readonly secret: string | null;
};

/** Why a token was not changed. */
export type TokenRefusal =
  | { readonly ok: false; readonly code: "NOT_FOUND" | "TOKEN_TERMINATED" }
  | { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly now: OwnToken };

/** Whether and why a token is terminated, and since when. */
export type TokenEnd = { readonly because: "disabled" | "expired"; readonly at: Date };

/** How a token ended; null while it is active. A token that was disabled after it expired had expired. */
export function endOf(
  { disabledAt, expiresAt }: Pick<OwnToken, "disabledAt" | "expiresAt">,
  now: Date,
): TokenEnd | null {
  const hasExpired = expiresAt !== null && expiresAt <= now;
  if (disabledAt !== null && !(hasExpired && expiresAt <= disabledAt)) return { because: "disabled", at: disabledAt };
  return hasExpired ? { because: "expired", at: expiresAt } : null;
}

/** The state in which a token is. */
export const tokenStateAt = (token: OwnToken, now: Date): TokenState =>
  endOf(token, now) === null ? "active" : "terminated";

/** Makes a token. It expires when asked to, and never later than the licence. */
export async function addToken(
  deps: Deps,
  { organisationId, actor }: TokenActor,
  wanted: { readonly name: string; readonly expiresAt: Date | null },
): Promise<{ ok: true; token: TokenWithKey } | { ok: false; code: "TOKEN_EXPIRY_INVALID"; licenceEnds: Date | null }> {
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const { expiresAt: licenceEnds } = await readLicence(db, organisationId);
    const { name } = wanted;
    const expiresAt = wanted.expiresAt ?? licenceEnds;
    const isLate = licenceEnds !== null && expiresAt !== null && expiresAt > licenceEnds;
    if (wanted.expiresAt !== null && (wanted.expiresAt <= at || isLate))
      return { ok: false, code: "TOKEN_EXPIRY_INVALID", licenceEnds };
    const { tokenId, apiKey } = await createToken({ ...deps, db }, { organisationId, name, expiresAt });
    await recordEvent(db, { at, type: "token.created", actor, details: { tokenId, name, organisationId } });
    const secret = await webhookSecretOf({ ...deps, db }, tokenId);
    return { ok: true, token: { tokenId, name, apiKey, secret } };
  });
}

/** Renames an active token; `version`: what the caller read, if it says so. */
export async function renameToken(
  deps: Deps,
  whose: TokenActor,
  to: { readonly tokenId: string; readonly name: string; readonly version?: number | undefined },
): Promise<{ ok: true; token: OwnToken } | TokenRefusal> {
  return await change(deps, whose, { ...to, type: "token.renamed", set: () => ({ name: to.name }) });
}

/** Gives an active token a new key; the old one dies with the transaction. */
export async function renewTokenKey(
  deps: Deps,
  whose: TokenActor,
  tokenId: string,
): Promise<{ ok: true; token: TokenWithKey } | TokenRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const made = makeKey(deps.random, tokenId);
    const set = () => ({ secret_hash: made.secretHash, key_tail: made.keyTail });
    const changed = await change({ ...deps, db }, whose, { tokenId, type: "token.key-renewed", set });
    if (!changed.ok) return changed;
    const { tokenId: id, name } = changed.token;
    // The secret of its webhooks stays as it is, and is shown after the password only.
    return { ok: true, token: { tokenId: id, name, apiKey: made.apiKey, secret: null } };
  });
}

/** Disables an active token, for good. */
export async function disableToken(
  deps: Deps,
  whose: TokenActor,
  tokenId: string,
): Promise<{ ok: true; token: OwnToken } | TokenRefusal> {
  return await change(deps, whose, { tokenId, type: "token.disabled", set: (at) => ({ disabled_at: at }) });
}

async function change(
  deps: Deps,
  { organisationId, actor }: TokenActor,
  wanted: {
    readonly tokenId: string;
    readonly version?: number | undefined;
    readonly type: string;
    readonly set: (at: Date) => TokenChange;
  },
): Promise<{ ok: true; token: OwnToken } | TokenRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const token = await lockToken(db, organisationId, wanted.tokenId);
    if (token === null) return { ok: false, code: "NOT_FOUND" };
    const code = whyNotChangeToken({ state: tokenStateAt(token, at) });
    if (code !== null) return { ok: false, code };
    if (wanted.version !== undefined && wanted.version !== token.version)
      return { ok: false, code: "CHANGED_MEANWHILE", now: token };
    const changed = await updateToken(db, token.tokenId, wanted.set(at));
    const details = { tokenId: token.tokenId, name: changed.name, before: token.name, organisationId };
    await recordEvent(db, { at, type: wanted.type, actor, details });
    return { ok: true, token: changed };
  });
}
