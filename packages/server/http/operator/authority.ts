/** How the own authority is (contract/calls/operator-authority.ts). */
import { type AuthorityHealth, operatorAuthority } from "@siegel/contract/calls/operator-authority.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { type AuthorityState, authorityState } from "../../rooms/authority/authority.ts";
import { serveOperatorCall } from "../wire/serve-call.ts";

/** Registers the call of `contract/calls/operator-authority.ts`. */
export function operatorAuthorityRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOperatorCall(app, { deps, call: operatorAuthority }, async () => {
    return { ok: true, data: healthView(await authorityState(deps)) };
  });
}

const healthView = ({ authorities, ends, rootIsExposed }: AuthorityState): AuthorityHealth => ({
  authorities: authorities.map(({ name, role, active, keyIsHere, notBefore, notAfter, list, responder }) => ({
    name,
    role,
    active,
    key_is_here: keyIsHere,
    not_before: notBefore.toISOString(),
    not_after: notAfter.toISOString(),
    list: list === null ? null : listView(list),
    responder:
      responder === null
        ? null
        : { name: responder.name, not_after: responder.notAfter.toISOString(), state: responder.state },
  })),
  ends: ends.map(({ name, role, answersFor, beginsAt, endsAt, renewsAt, isByHand, state }) => ({
    name,
    role,
    answers_for: answersFor,
    begins_at: beginsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    renews_at: renewsAt?.toISOString() ?? null,
    is_by_hand: isByHand,
    state,
  })),
  root_is_exposed: rootIsExposed,
});

const listView = (list: NonNullable<AuthorityState["authorities"][number]["list"]>) => ({
  number: list.number,
  this_update: list.thisUpdate.toISOString(),
  next_update: list.nextUpdate?.toISOString() ?? null,
  entries: list.entries,
  missing: list.missing,
  state: list.state,
});
