/** An organisation's look, for its administrators and for the pages of a workflow (contract/calls/look.ts). */
import { default_brand_colour } from "@siegel/contract/brand.ts";
import {
  editInterface,
  getInterface,
  getInterfaceByWorkflow,
  getOwnInterface,
  type LookView,
  resetInterface,
  testMail,
} from "@siegel/contract/calls/look.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  brandingOf,
  type ChangedLook,
  changeLook,
  lookOf,
  resetLook,
  type StoredLook,
} from "../../rooms/accounts/accounts.ts";
import { mayTryTestMail } from "../../rooms/administrators/administrators.ts";
import { sendTestMail } from "../../rooms/messages/messages.ts";
import { loadWorkflow } from "../../rooms/workflows/workflows.ts";
import { serveAdminCall, serveOpenCall, type WireAnswer } from "../wire/serve-call.ts";
import { byPerson } from "./by-person.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";

const unknown = { ok: false, code: "NO_INTERFACE_FOUND" } as const;
const wireNames = { logo: "logo", logoDark: "logo_dark", mailLogo: "mail_logo" } as const;

/** Registers the calls of `contract/calls/look.ts`. */
export function lookRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: getOwnInterface }, async ({ session: { person } }) => {
    return { ok: true, data: viewOf(person.organisationId, await lookOf(deps.db, person.organisationId)) };
  });

  serveAdminCall(app, { deps, call: getInterface }, async ({ params, session: { person } }) => {
    if (params.id !== person.organisationId) return unknown;
    return { ok: true, data: viewOf(person.organisationId, await lookOf(deps.db, person.organisationId)) };
  });

  serveOpenCall(app, getInterfaceByWorkflow, async ({ params }) => {
    const found = await loadWorkflow(deps.db, params.id);
    if (found === null) return unknown;
    const { logo, mailLogo, colour } = await brandingOf(deps.db, found.workflow.organisationId);
    return { ok: true, data: { logo, mail_logo: mailLogo ?? logo, style: colour } };
  });

  serveAdminCall(app, { deps, call: testMail }, async (request) => {
    const { person } = request.session;
    if (request.params.id !== person.organisationId) return unknown;
    const retryAfterS = await mayTryTestMail(deps.db, byPerson(request), deps.clock.now());
    if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
    const isSent = await sendTestMail(deps, { person, mailId: deps.random.id() });
    if (!isSent) return { ok: false, code: "TEST_MAIL_ERROR" };
    return { ok: true, code: "TEST_MAIL_SUCCESS", data: { email: person.email } };
  });

  serveAdminCall(app, { deps, call: editInterface }, async (request) => {
    const { person } = request.session;
    if (request.params.id !== person.organisationId) return unknown;
    const { logo, logo_dark: logoDark, mail_logo: mailLogo, style, version = null } = request.body;
    const change = { logo, logoDark, mailLogo, colour: style?.toUpperCase() };
    const changed = await changeLook(deps, byPerson(request), { change, version });
    return answerOf(person.organisationId, changed, "EDIT_UI_SUCCESS");
  });

  serveAdminCall(app, { deps, call: resetInterface }, async (request) => {
    const { person } = request.session;
    if (request.params.id !== person.organisationId) return unknown;
    const reset = await resetLook(deps, byPerson(request), request.body.version ?? null);
    return answerOf(person.organisationId, reset, "RESET_UI_SUCCESS");
  });
}

function answerOf(
  id: OrganisationId,
  changed: ChangedLook,
  code: "EDIT_UI_SUCCESS" | "RESET_UI_SUCCESS",
): WireAnswer<LookView> {
  if (changed.ok) return { ok: true, data: viewOf(id, changed.look), code };
  if (changed.code === "CHANGED_MEANWHILE") return changedMeanwhile(viewOf(id, changed.now));
  const { message, of, retryAfterS } = changed;
  const said = { en: `${wireNames[of]}: ${message.en}`, de: `${wireNames[of]}: ${message.de}` };
  return { ok: false, code: changed.code, message: said, retryAfterS };
}

function viewOf(id: OrganisationId, { logo, logoDark, mailLogo, colour, version }: StoredLook): LookView {
  return { id, logo, logo_dark: logoDark, mail_logo: mailLogo, style: colour ?? default_brand_colour, version };
}
