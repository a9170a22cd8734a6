/** A qualified signer's code, password and signature (contract/calls/qualified-signing.ts; docs/flows/qualified-signing.md). */

import { signWorkflowQes } from "@siegel/contract/calls/identification.ts";
import {
  checkCertificatePassword,
  getPhoneQualified,
  getSmsQualified,
  signNowQes2Fa,
} from "@siegel/contract/calls/qualified-signing.ts";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import type { FastifyInstance } from "fastify";
import type { PhoneChannel } from "../../db/challenges-tables.ts";
import type { ServerDeps } from "../../deps.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { usableCertificate } from "../../rooms/certificates/certificates.ts";
import { identifiedBy } from "../../rooms/identity-proofing/identity-proofing.ts";
import type { Session } from "../../rooms/login/login.ts";
import { checkPassword, issueQualifiedCode, signQualified } from "../../rooms/signing/signing.ts";
import { keepLanguage } from "../../rooms/workflows/workflows.ts";
import { browserOf } from "../wire/identification-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { secretOf } from "../wire/secret-body.ts";
import { serveSignerCall } from "../wire/serve-call.ts";
import { chooseWith, notChosen } from "./choose-password.ts";
import { codeRequest, seenBy, toCodeAnswer } from "./code-request.ts";
import { partShown } from "./part-shown.ts";
import { codeForReview } from "./review.ts";
import { idsOf, toSigningAnswer } from "./signing.ts";
import { withWait } from "./with-wait.ts";

/** Registers the calls of `contract/calls/qualified-signing.ts`. */
export function qualifiedRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const secrets = ["password"];
  for (const [call, channel] of [
    [getSmsQualified, "sms"],
    [getPhoneQualified, "voice"],
  ] as const) {
    serveSignerCall(app, { deps, call, options: { secrets } }, async (request) => {
      const { body, session, raw } = request;
      if (!isQualified(session.context.signer.type)) return { ok: false, code: "WRONG_SIGNER_TYPE" };
      await keepLanguage(deps.db, session.context, body.workflow?.language);
      const browser = browserOf(raw);
      const { phone } = body;
      const password = body.password === undefined ? null : secretOf(raw, "password");
      const termsTicked = body.workflow?.gtcChecked === true;
      const resume = body.resume === true;
      const doubtful = await codeForReview(deps, request, {
        channel,
        termsTicked,
        resume,
        password,
        phone: phone ?? "",
      });
      if (doubtful !== null) return doubtful;
      if (password !== null) {
        const chosen = await chooseFor(deps, {
          session,
          browser,
          password,
          phone: phone ?? "",
          channel,
          resume,
          ip: request.ip,
        });
        if (!chosen.ok) return notChosen(chosen);
      }
      const asked = {
        channel,
        termsTicked,
        shown: partShown(body.files),
        seen: await seenBy(deps, session),
        resume,
      } as const;
      return toCodeAnswer(await issueQualifiedCode(deps, { ...codeRequest(request, asked), browser }));
    });
  }

  serveSignerCall(app, { deps, call: checkCertificatePassword, options: { secrets } }, async (request) => {
    const { session, ip, userAgent, raw } = request;
    const { context, sessionId } = session;
    const typed = { context, sessionId, ip, userAgent, password: secretOf(raw, "password") };
    const checked = await checkPassword(deps, typed);
    return checked.ok ? { ok: true, data: true as const } : withWait(checked);
  });

  // With the certificate that is there, or the one that is issued now: what the code stands for says which.
  for (const call of [signNowQes2Fa, signWorkflowQes])
    serveSignerCall(app, { deps, call, options: { secrets, mayBePending: true } }, async (request) => {
      const { body, session, ip, userAgent, raw } = request;
      await keepLanguage(deps.db, session.context, body.workflow?.language);
      const approval = { kind: "password-and-code", authToken: body.auth_token, otp: body.otp } as const;
      const act = { ...idsOf(session), ip, userAgent, approval, password: secretOf(raw, "password") };
      const answer = await signQualified(deps, act);
      return answer.ok ? toSigningAnswer(answer) : withWait(answer);
    });
}

type Choosing = {
  readonly session: Session;
  readonly browser: string | null;
  readonly password: PasswordBytes;
  readonly phone: string;
  readonly channel: PhoneChannel;
  readonly resume: boolean;
  readonly ip: string;
};

/** Password and phone count for a signer who was just identified and has no certificate that can be used. */
async function chooseFor(deps: ServerDeps, { session: { context }, browser, ip, ...typed }: Choosing) {
  if ((await usableCertificate(deps, context)) !== null) return { ok: true } as const;
  const identified = await identifiedBy(deps, { context, browser });
  if (identified === null) return { ok: false, code: "IDENTIFICATION_MISSING" } as const;
  const holder = { kind: "signer", id: context.signer.signerId } as const;
  const whose = { check: identified.check, signer: context.signer };
  return await chooseWith(deps, whose, { ...typed, holder, network: networkOf(ip) });
}
