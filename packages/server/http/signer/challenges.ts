/** One-time codes by text message and call (contract/calls/challenges.ts). */
import { checkSms, getPhone, getSms, retrySms } from "@siegel/contract/calls/challenges.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { type CodeRequest, checkSignersCode, type IssuedCode, issueCode } from "../../rooms/challenges/challenges.ts";
import { readShown, type Session, type ShownToSession } from "../../rooms/login/login.ts";
import { keepLanguage } from "../../rooms/workflows/workflows.ts";
import { networkOf } from "../wire/network-of.ts";
import { serveSignerCall, type WireAnswer } from "../wire/serve-call.ts";
import { partShown } from "./part-shown.ts";

/** Registers the calls of `contract/calls/challenges.ts`. */
export function challengeRoutes(app: FastifyInstance, deps: ServerDeps): void {
  for (const [call, channel] of [
    [getSms, "sms"],
    [getPhone, "voice"],
  ] as const) {
    serveSignerCall(app, { deps, call }, async (request) => {
      const termsTicked = request.body.workflow?.gtcChecked === true;
      const shown = partShown(request.body.files);
      await keepLanguage(deps.db, request.session.context, request.body.workflow?.language);
      const resume = request.body.resume === true;
      const seen = await seenBy(deps, request.session);
      return toAnswer(await issueCode(deps, codeRequest(request, { channel, termsTicked, shown, seen, resume })));
    });
  }
  serveSignerCall(app, { deps, call: retrySms }, async (request) => {
    const shown = partShown(request.body.files);
    await keepLanguage(deps.db, request.session.context, request.body.language);
    const seen = await seenBy(deps, request.session);
    const asked = { channel: "latest", termsTicked: false, shown, seen } as const;
    return toAnswer(await issueCode(deps, codeRequest(request, asked)));
  });

  serveSignerCall(app, { deps, call: checkSms }, async ({ body, session: { context }, ip, userAgent }) => {
    const typed = { context, authToken: body.auth_token, otp: body.otp, ip, userAgent };
    const checked = await checkSignersCode(deps, typed);
    return checked.ok ? { ok: true, data: true as const } : checked;
  });
}

/** What the session was shown last. Undefined when it has read nothing: it may have a code, because a code is no approval yet. */
async function seenBy({ db }: ServerDeps, { sessionId }: Session): Promise<ShownToSession | undefined> {
  const seen = await readShown(db, sessionId);
  return seen.hash === null ? undefined : seen;
}

function codeRequest(
  { session, ip, userAgent }: { session: Session; ip: string; userAgent: string },
  asked: Pick<CodeRequest, "channel" | "termsTicked" | "shown" | "seen" | "resume">,
): CodeRequest {
  const { workflow, signer } = session.context;
  return {
    workflowId: workflow.workflowId,
    signerId: signer.signerId,
    ...asked,
    ip,
    network: networkOf(ip),
    userAgent,
  };
}

function toAnswer(issued: IssuedCode): WireAnswer<Extract<IssuedCode, { ok: true }>["challenge"]> {
  if (issued.ok) return { ok: true, data: issued.challenge };
  if (issued.code !== "TOO_MANY_REQUESTS") return issued;
  return {
    ok: false,
    code: issued.code,
    retryAfterS: issued.retryAfterSeconds,
    act: "codes_over_limit",
    message: {
      en: `Another code can be sent in ${issued.retryAfterSeconds} seconds.`,
      de: `Ein neuer Code kann in ${issued.retryAfterSeconds} Sekunden gesendet werden.`,
    },
  };
}
