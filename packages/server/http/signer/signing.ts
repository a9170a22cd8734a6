/** The signing acts (contract/calls/signing.ts): answered within five seconds, with the truth (decisions.md §9). */
import { getSigningState, type SigningResult, signWithoutAuth, signWorkflow } from "@siegel/contract/calls/signing.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { readShown, type Session } from "../../rooms/login/login.ts";
import { readActState, type SigningAnswer, signNow } from "../../rooms/signing/signing.ts";
import { keepLanguage } from "../../rooms/workflows/workflows.ts";
import { serveSignerCall, type WireAnswer } from "../wire/serve-call.ts";
import { partShown } from "./part-shown.ts";

/** Registers the calls of `contract/calls/signing.ts`. */
export function signingRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const options = { mayBePending: true };
  serveSignerCall(app, { deps, call: signWithoutAuth, options }, async ({ body, session, ip, userAgent }) => {
    // If a caller does not say what it showed, it approves what its session was shown last.
    const seen = await readShown(deps.db, session.sessionId);
    const approval = { kind: "button", shown: partShown(body.files), seen } as const;
    await keepLanguage(deps.db, session.context, body.workflow?.language);
    return toSigningAnswer(await signNow(deps, { ...idsOf(session), ip, userAgent, approval }));
  });

  serveSignerCall(app, { deps, call: signWorkflow, options }, async ({ body, session, ip, userAgent }) => {
    const approval = { kind: "code", authToken: body.auth_token, otp: body.otp } as const;
    await keepLanguage(deps.db, session.context, body.workflow?.language);
    return toSigningAnswer(await signNow(deps, { ...idsOf(session), ip, userAgent, approval }));
  });

  serveSignerCall(app, { deps, call: getSigningState }, async ({ session }) => {
    const state = await readActState(deps.db, session.context.signer.signerId);
    return { ok: true, data: { status: state.status, code: state.status === "FAILED" ? state.code : null } };
  });
}

// The session says who is asking; ids and addresses in the payload are claims (decisions.md §7).
export function idsOf({ sessionId, context }: Session) {
  return { sessionId, workflowId: context.workflow.workflowId, signerId: context.signer.signerId };
}

/** What became of an act, in the wire's words. */
export function toSigningAnswer(answer: SigningAnswer): WireAnswer<SigningResult> {
  if (!answer.ok) return answer;
  const { status, authToken } = answer;
  if (status !== "PENDING") return { ok: true, code: "SUCCESS_SIGNING", data: { status, auth_token: authToken } };
  const data = { status, auth_token: authToken, retry_after_s: answer.retryAfterS };
  return { ok: true, status: 202, code: "SIGNING_PENDING", data };
}
