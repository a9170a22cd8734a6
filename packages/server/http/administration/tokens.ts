/** An organisation's tokens, for its administrators (contract/calls/tokens.ts). */
import {
  addToken as addTokenCall,
  disableToken as disableTokenCall,
  disableTokens,
  listTokens as listTokensCall,
  type TokenPage,
  type TokenView,
  type TokenWithKey as TokenWithKeyView,
  updateTokenApiKey,
  updateTokenName,
} from "@siegel/contract/calls/tokens.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  addToken,
  disableToken,
  endOf,
  licenceOf,
  listTokens,
  maskedKey,
  type OwnToken,
  type OwnTokenPage,
  renameToken,
  renewTokenKey,
  type TokenRefusal,
  type TokenWithKey,
} from "../../rooms/accounts/accounts.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { serveAdminCall } from "../wire/serve-call.ts";
import { actingIn } from "./acting.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";

/** Registers the calls of `contract/calls/tokens.ts`. */
export function tokenRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const now = () => deps.clock.now();

  serveAdminCall(app, { deps, call: listTokensCall }, async ({ query, session }) => {
    const listed = await listTokens(deps, { ...query, organisationId: session.person.organisationId });
    return listed.ok ? { ok: true, data: tokenPageView(listed.page, now()) } : { ...listed, message: notOurCursor };
  });

  serveAdminCall(app, { deps, call: addTokenCall }, async (request) => {
    const { organisationId } = request.session.person;
    const { licenceId } = await licenceOf(deps.db, organisationId);
    if (request.params.id !== licenceId) return { ok: false, code: "NOT_FOUND" };
    const expiresAt = request.body?.expires_at;
    const added = await addToken(deps, actingIn(request), {
      name: request.params.name,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    });
    if (added.ok) return { ok: true, data: withKeyView(added.token) };
    return { ok: false, code: added.code, message: whenItMayExpire(added.licenceEnds, deps.zone) };
  });

  serveAdminCall(app, { deps, call: updateTokenName }, async (request) => {
    const { token_id: tokenId, name, version } = request.body;
    const renamed = await renameToken(deps, actingIn(request), { tokenId, name, version });
    return renamed.ok ? { ok: true, data: tokenViewOf(renamed.token, now()) } : refusalOf(renamed, now());
  });

  serveAdminCall(app, { deps, call: updateTokenApiKey }, async (request) => {
    const renewed = await renewTokenKey(deps, actingIn(request), request.params.id);
    return renewed.ok ? { ok: true, data: withKeyView(renewed.token) } : refusalOf(renewed, now());
  });

  serveAdminCall(app, { deps, call: disableTokenCall }, async (request) => {
    const disabled = await disableToken(deps, actingIn(request), request.params.id);
    return disabled.ok ? { ok: true, data: tokenViewOf(disabled.token, now()) } : refusalOf(disabled, now());
  });

  serveAdminCall(app, { deps, call: disableTokens }, async (request) => {
    const lines: { id: string; code: "NOT_FOUND" | "TOKEN_TERMINATED" | null }[] = [];
    // One after the other: each is whole, and others' calls get their turn in between.
    for (const id of new Set(request.body.ids)) {
      const disabled = await disableToken(deps, actingIn(request), id);
      // No version is compared here.
      lines.push({ id, code: disabled.ok || disabled.code === "CHANGED_MEANWHILE" ? null : disabled.code });
    }
    return { ok: true, data: lines };
  });
}

const notOurCursor: Said = {
  en: "cursor: take the next_cursor of the page before, with the same sort, or leave it out for the first page",
  de: "cursor: nehmen Sie den next_cursor der vorigen Seite, mit derselben Sortierung, oder lassen Sie ihn für die erste weg",
};

function whenItMayExpire(licenceEnds: Date | null, zone: string): Said {
  if (licenceEnds === null)
    return { en: "Choose a day that is still to come.", de: "Wählen Sie einen Tag, der noch kommt." };
  const told = (language: "de" | "en") => momentText(licenceEnds, { language, zone });
  return {
    en: `Choose a day that is still to come, and not after the licence ends: ${told("en")}.`,
    de: `Wählen Sie einen Tag, der noch kommt und nicht nach dem Ende der Lizenz liegt: ${told("de")}.`,
  };
}

function refusalOf(refusal: TokenRefusal, now: Date): WireRefusal {
  if (refusal.code !== "CHANGED_MEANWHILE") return refusal;
  return changedMeanwhile(tokenViewOf(refusal.now, now));
}

const withKeyView = ({ tokenId, name, apiKey, secret }: TokenWithKey): TokenWithKeyView => ({
  token_id: tokenId,
  name,
  apiKey,
  secret,
});

/** A page as the wire says it. */
export function tokenPageView({ tokens, nextCursor, counts }: OwnTokenPage, now: Date): TokenPage {
  return { tokens: tokens.map((token) => tokenViewOf(token, now)), next_cursor: nextCursor, counts };
}

function tokenViewOf(token: OwnToken, now: Date): TokenView {
  const end = endOf(token, now);
  return {
    token_id: token.tokenId,
    name: token.name,
    apiKey: maskedKey(token.tokenId, token.keyTail),
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    state: end === null ? "active" : "terminated",
    terminated_because: end?.because ?? null,
    terminated_at: end?.at.toISOString() ?? null,
    ses_signature_count: token.used.ses,
    aes_signature_count: token.used.aes,
    qes_signature_count: token.used.qes,
    version: token.version,
  };
}
