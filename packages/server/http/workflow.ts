/** A signer's way in and out (contract/calls/workflow.ts). */
import {
  checkPath as checkPathCall,
  checkWorkflow as checkWorkflowCall,
  extendSession as extendSessionCall,
  getWorkflow,
  logout,
  refuseWorkflow as refuseWorkflowCall,
  type UserView,
  type WhitelabelingPack,
  type WorkflowView,
  workflowLogin,
} from "@siegel/contract/calls/workflow.ts";
import { encodeSessionTime, session_time_header } from "@siegel/contract/session-time.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../deps.ts";
import { type Branding, brandingOf } from "../rooms/accounts/accounts.ts";
import {
  asksTerms,
  checkPath,
  checkWorkflow,
  endSessions,
  extendSession,
  logIn,
  surplusCookies,
} from "../rooms/login/login.ts";
import {
  entersQuickly,
  refuseWorkflow,
  type SignerContext,
  statusAt,
  summaryOf,
} from "../rooms/workflows/workflows.ts";
import { bearerOf, clearSignerCookies, cookiesOf, setSignerCookie } from "./security.ts";
import type { WireRefusal } from "./send-refusal.ts";
import { serveOpenCall, serveSignerCall } from "./serve-call.ts";

/** Registers the calls of `contract/calls/workflow.ts`. */
export function workflowRoutes(app: FastifyInstance, deps: ServerDeps): void {
  entranceRoutes(app, deps);
  sessionRoutes(app, deps);
}

function entranceRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(app, checkPathCall, async ({ body }) => {
    const checked = await checkPath(deps, { workflowId: body.workflow_id, signerId: body.signer_id });
    if (checked.ok) return { ok: true, data: true as const };
    if (checked.kind === "unknown")
      return { ok: false, code: "NO_WORKFLOW_FOUND", message: "There is no workflow at this address." };
    const code = checked.kind === "cancelled" ? "WORKFLOW_CANCELLED" : "NO_WORKFLOW_FOUND";
    return noEntrance({ code, initiator: checked.initiator });
  });

  serveOpenCall(app, checkWorkflowCall, async ({ body }) => {
    const needs = await checkWorkflow(deps, { workflowId: body.workflow_id, signerId: body.signer_id });
    if (!needs.ok) return needs;
    const { password, type, opened, termsAccepted, quickLogin, branding, language } = needs;
    const data = {
      password,
      type,
      workflow_checked: opened,
      terms_accepted: termsAccepted,
      quick_login: quickLogin,
      whitelabeling_pack: packOf(branding),
      language_id: language,
    };
    return { ok: true, data };
  });

  serveOpenCall(app, workflowLogin, async ({ params, body, ip, userAgent, raw, reply }) => {
    const { password, gtcChecked, quick } = body.workflow;
    const ids = { workflowId: params.workflow_id, signerId: params.signer_id };
    const cookies = cookiesOf(raw, deps.config);
    const ticked = { termsTicked: gtcChecked === true, quick: quick === true };
    const loggedIn = await logIn(deps, { ...ids, ...ticked, password, ip, userAgent, cookies });
    if (!loggedIn.ok && loggedIn.code === "NO_WORKFLOW_FOUND" && cookies.has(ids.signerId))
      clearSignerCookies(reply, deps.config, [ids.signerId]);
    if (!loggedIn.ok) return "initiator" in loggedIn ? noEntrance(loggedIn) : loggedIn;
    const surplus = await surplusCookies(deps, cookies);
    clearSignerCookies(
      reply,
      deps.config,
      surplus.filter((signerId) => signerId !== ids.signerId),
    );
    setSignerCookie(reply, deps.config, { signerId: ids.signerId, value: loggedIn.session.cookie });
    if (loggedIn.kind === "summary") return { ok: true, data: "REVOKED" as const };
    const view = await viewOf(deps, loggedIn.context, ip);
    return { ok: true, data: { ...view, workflow: { ...view.workflow, accessToken: loggedIn.session.accessToken } } };
  });

  serveOpenCall(app, logout, async ({ raw, reply }) => {
    const useless = await endSessions(deps, { accessToken: bearerOf(raw), cookies: cookiesOf(raw, deps.config) });
    clearSignerCookies(reply, deps.config, useless);
    return { ok: true, data: true as const };
  });
}

/** What is said of a known link that leads nowhere now; an unknown one is 404 under the same code as an expired one (decisions.md §3, §6). */
const endings = {
  NO_WORKFLOW_FOUND: { status: 410, sentence: "This workflow has expired." },
  WORKFLOW_CANCELLED: { sentence: "The sender has cancelled this workflow." },
  NOT_YOUR_TURN: { sentence: "Somebody else signs first." },
} as const;

/** A refusal that names whom to ask, after its sentence. */
function noEntrance(refusal: {
  readonly code: keyof typeof endings;
  readonly initiator?: { readonly name: string; readonly email: string };
}): WireRefusal {
  const { sentence, ...status } = endings[refusal.code];
  const { initiator } = refusal;
  if (initiator === undefined) return { ok: false, code: refusal.code };
  return { ok: false, code: refusal.code, ...status, messages: [sentence, initiator.name, initiator.email] };
}

function sessionRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: getWorkflow }, async ({ params, session, ip }) => {
    if (params.workflow_id !== session.context.workflow.workflowId) return { ok: false, code: "FORBIDDEN" };
    const view = await viewOf(deps, session.context, ip);
    return { ok: true, data: { ...view, summary: await summaryOf(deps.db, session.context) } };
  });

  serveSignerCall(app, { deps, call: extendSessionCall }, async ({ session, reply }) => {
    reply.header(session_time_header, encodeSessionTime(await extendSession(deps, session)));
    return { ok: true, data: true as const };
  });

  serveSignerCall(app, { deps, call: refuseWorkflowCall }, async ({ params, body, session, ip, userAgent }) => {
    const { workflow, signer } = session.context;
    if (params.workflow_id !== workflow.workflowId || params.signer_id !== signer.signerId)
      return { ok: false, code: "FORBIDDEN" };
    const ids = { workflowId: workflow.workflowId, signerId: signer.signerId };
    const refused = await refuseWorkflow(deps, { ...ids, reason: body.msg, ip, userAgent });
    return refused.ok ? { ok: true, code: "SUCCESS_REVOKE", data: { status: "REVOKED" as const } } : refused;
  });
}

function packOf(branding: Branding): WhitelabelingPack {
  return { name: branding.name, logo: branding.logo, style: branding.colour };
}

async function viewOf(
  deps: ServerDeps,
  context: SignerContext,
  ip: string,
): Promise<{ workflow: WorkflowView; user: UserView }> {
  const { workflow, signer } = context;
  const branding = await brandingOf(deps.db, workflow.organisationId);
  const view: WorkflowView = {
    workflow_id: workflow.workflowId,
    signer_id: signer.signerId,
    name: workflow.name,
    description: workflow.description,
    expires_at: workflow.expiresAt?.toISOString() ?? null,
    status: viewedStatus(context, deps.clock.now()),
    signer_type: signer.type,
    initiator_first_name: workflow.initiator.firstName,
    initiator_last_name: workflow.initiator.lastName,
    initiator_email: workflow.initiator.email,
    first_name: signer.firstName,
    last_name: signer.lastName,
    email: signer.email,
    phone: signer.phone?.e164 ?? null,
    phone_type: signer.phone?.type ?? -1,
    organisation: signer.organisation,
    // Only quick login leads here without the signer's own tick: nobody else is looked up.
    asks_terms: entersQuickly(workflow) && (await asksTerms(deps.db, context, "code")),
    ip,
  };
  return {
    workflow: view,
    user: { whitelabeling_pack: packOf(branding), language_id: signer.languageGiven ? signer.language : null },
  };
}

function viewedStatus({ workflow, signer }: SignerContext, now: Date): WorkflowView["status"] {
  const status = statusAt(workflow, now);
  if (status === "FINISHED" || status === "REVOKED") return status;
  return signer.status === "SIGNED" ? "SIGNED" : "OPEN";
}
