/** A qualified signer's code, password and signature (contract/calls/qualified-signing.ts; docs/flows/qualified-signing.md). */
import {
  checkCertificatePassword,
  getPhoneQualified,
  getSmsQualified,
  signNowQes2Fa,
} from "@siegel/contract/calls/qualified-signing.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { checkPassword, issueQualifiedCode, signQualified } from "../../rooms/signing/signing.ts";
import { keepLanguage } from "../../rooms/workflows/workflows.ts";
import { secretOf } from "../wire/secret-body.ts";
import { serveSignerCall } from "../wire/serve-call.ts";
import { codeRequest, seenBy, toCodeAnswer } from "./code-request.ts";
import { partShown } from "./part-shown.ts";
import { idsOf, toSigningAnswer } from "./signing.ts";
import { withWait } from "./with-wait.ts";

/** Registers the calls of `contract/calls/qualified-signing.ts`. */
export function qualifiedRoutes(app: FastifyInstance, deps: ServerDeps): void {
  for (const [call, channel] of [
    [getSmsQualified, "sms"],
    [getPhoneQualified, "voice"],
  ] as const) {
    serveSignerCall(app, { deps, call }, async (request) => {
      const { body, session } = request;
      await keepLanguage(deps.db, session.context, body.workflow?.language);
      const asked = {
        channel,
        termsTicked: body.workflow?.gtcChecked === true,
        shown: partShown(body.files),
        seen: await seenBy(deps, session),
        resume: body.resume === true,
      } as const;
      return toCodeAnswer(await issueQualifiedCode(deps, codeRequest(request, asked)));
    });
  }

  const secrets = ["password"];
  serveSignerCall(app, { deps, call: checkCertificatePassword, options: { secrets } }, async (request) => {
    const { session, ip, userAgent, raw } = request;
    const { context, sessionId } = session;
    const typed = { context, sessionId, ip, userAgent, password: secretOf(raw, "password") };
    const checked = await checkPassword(deps, typed);
    return checked.ok ? { ok: true, data: true as const } : withWait(checked);
  });

  serveSignerCall(app, { deps, call: signNowQes2Fa, options: { secrets, mayBePending: true } }, async (request) => {
    const { body, session, ip, userAgent, raw } = request;
    await keepLanguage(deps.db, session.context, body.workflow?.language);
    const approval = { kind: "password-and-code", authToken: body.auth_token, otp: body.otp } as const;
    const call = { ...idsOf(session), ip, userAgent, approval, password: secretOf(raw, "password") };
    const answer = await signQualified(deps, call);
    return answer.ok ? toSigningAnswer(answer) : withWait(answer);
  });
}
