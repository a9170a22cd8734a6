/** A signer's way in and out (contract/calls/workflow.ts). */
import {
  checkPath as checkPathCall,
  checkWorkflow as checkWorkflowCall,
  extendSession as extendSessionCall,
  getWorkflow,
  logout,
  refuseWorkflow as refuseWorkflowCall,
  workflowLogin,
} from "@siegel/contract/calls/workflow.ts";
import { encodeSessionTime, session_time_header } from "@siegel/contract/session-time.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { forgetBrowser } from "../../rooms/identity-proofing/identity-proofing.ts";
import { endSessions, extendSession } from "../../rooms/login/login.ts";
import { refuseWorkflow, summaryOf } from "../../rooms/workflows/workflows.ts";
import { browserOf, clearIdentification } from "../wire/identification-cookies.ts";
import { bearerOf, clearSignerCookies, cookiesOf, slideSignerCookie } from "../wire/security.ts";
import { serveOpenCall, serveSignerCall } from "../wire/serve-call.ts";
import { checkedLink, logInAt, refusalOfLink } from "./entrance.ts";
import { viewOf } from "./workflow-view.ts";

/** Registers the calls of `contract/calls/workflow.ts`. */
export function workflowRoutes(app: FastifyInstance, deps: ServerDeps): void {
  entranceRoutes(app, deps);
  sessionRoutes(app, deps);
}

function entranceRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(app, checkPathCall, async ({ body }) => {
    const refusal = await refusalOfLink(deps, body);
    return refusal ?? { ok: true, data: true as const };
  });

  serveOpenCall(app, checkWorkflowCall, async ({ body }) => await checkedLink(deps, body));

  serveOpenCall(
    app,
    workflowLogin,
    async ({ params, body, ...from }) => await logInAt(deps, params, body.workflow, from),
  );

  serveOpenCall(app, logout, async ({ raw, reply, ip, userAgent }) => {
    const useless = await endSessions(deps, { accessToken: bearerOf(raw), cookies: cookiesOf(raw, deps.config) });
    clearSignerCookies(reply, deps.config, useless);
    // Who sits down here next must not go on as the person who was identified.
    const browser = browserOf(raw);
    if (browser !== null) {
      await forgetBrowser(deps, { browser, by: { ip, userAgent } });
      clearIdentification(reply, deps.config);
    }
    return { ok: true, data: true as const };
  });
}

function sessionRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: getWorkflow }, async ({ params, session, ip }) => {
    if (params.workflow_id !== session.context.workflow.workflowId)
      return { ok: false, code: "FORBIDDEN", act: "anothers_files" };
    const view = await viewOf(deps, session.context, ip);
    return { ok: true, data: { ...view, summary: await summaryOf(deps.db, session.context) } };
  });

  serveSignerCall(app, { deps, call: extendSessionCall }, async ({ session, raw, reply }) => {
    const left = await extendSession(deps, session);
    reply.header(session_time_header, encodeSessionTime(left));
    const { signerId } = session.context.signer;
    slideSignerCookie({ request: raw, reply }, deps.config, { signerId, left });
    return { ok: true, data: true as const };
  });

  serveSignerCall(app, { deps, call: refuseWorkflowCall }, async ({ params, body, session, ip, userAgent }) => {
    const { workflow, signer } = session.context;
    if (params.workflow_id !== workflow.workflowId || params.signer_id !== signer.signerId)
      return { ok: false, code: "FORBIDDEN", act: "anothers_files" };
    const ids = { workflowId: workflow.workflowId, signerId: signer.signerId };
    const refused = await refuseWorkflow(deps, { ...ids, reason: body.msg, ip, userAgent });
    return refused.ok ? { ok: true, code: "SUCCESS_REVOKE", data: { status: "REVOKED" as const } } : refused;
  });
}
