/** One-time codes by text message and call (contract/calls/challenges.ts). */
import { checkSms, getPhone, getSms, retrySms } from "@siegel/contract/calls/challenges.ts";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { checkSignersCode, issueCode } from "../../rooms/challenges/challenges.ts";
import { checkQualifiedCode, issueQualifiedCode } from "../../rooms/signing/signing.ts";
import { keepLanguage } from "../../rooms/workflows/workflows.ts";
import { browserOf } from "../wire/identification-cookies.ts";
import { serveSignerCall } from "../wire/serve-call.ts";
import { codeRequest, seenBy, toCodeAnswer } from "./code-request.ts";
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
      return toCodeAnswer(await issueCode(deps, codeRequest(request, { channel, termsTicked, shown, seen, resume })));
    });
  }
  serveSignerCall(app, { deps, call: retrySms }, async (request) => {
    const shown = partShown(request.body.files);
    await keepLanguage(deps.db, request.session.context, request.body.language);
    const seen = await seenBy(deps, request.session);
    const asked = { channel: "latest", termsTicked: false, shown, seen } as const;
    const wish = codeRequest(request, asked);
    return toCodeAnswer(
      isQualified(request.session.context.signer.type)
        ? await issueQualifiedCode(deps, { ...wish, browser: browserOf(request.raw) })
        : await issueCode(deps, wish),
    );
  });

  serveSignerCall(app, { deps, call: checkSms }, async ({ body, session: { context, sessionId }, ip, userAgent }) => {
    const typed = { context, sessionId, authToken: body.auth_token, otp: body.otp, ip, userAgent };
    const check = isQualified(context.signer.type) ? checkQualifiedCode : checkSignersCode;
    const checked = await check(deps, typed);
    return checked.ok ? { ok: true, data: true as const } : checked;
  });
}
