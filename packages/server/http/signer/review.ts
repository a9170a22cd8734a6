/** A signer whose name is doubtful: the code to the phone that they choose, and handing the identification in (contract/calls/identification.ts). */
import { requestReview } from "@siegel/contract/calls/identification.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PhoneChannel } from "../../db/challenges-tables.ts";
import type { ServerDeps } from "../../deps.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { usableCertificate } from "../../rooms/certificates/certificates.ts";
import {
  doubtfulOf,
  keepForReview,
  mayHandIn,
  sendReviewCode,
} from "../../rooms/identity-proofing/identity-proofing.ts";
import type { Session } from "../../rooms/login/login.ts";
import { browserOf } from "../wire/identification-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { serveSignerCall } from "../wire/serve-call.ts";
import { chooseWith, notChosen } from "./choose-password.ts";
import { toCodeAnswer } from "./code-request.ts";
import { identificationView } from "./identification-view.ts";

const missing = { ok: false, code: "IDENTIFICATION_MISSING" } as const;

/** Registers the call that hands one in. */
export function reviewRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: requestReview }, async ({ body, session: { context }, raw, ip, userAgent }) => {
    const check = await doubtfulOf(deps.db, { context, browser: browserOf(raw) });
    if (check === null) return missing;
    const typed = { authToken: body.auth_token, otp: body.otp, ip, userAgent };
    const kept = await keepForReview(deps, { context, check }, typed);
    if (kept.ok) return { ok: true, data: await identificationView(deps, context, kept.check) };
    // As everywhere with a password beside the code: without a count of tries.
    return { ok: false, code: kept.code === "CHECK_SMS_PIN_WRONG" ? "WRONG_PW_OR_OTP" : kept.code };
  });
}

type Asking = {
  readonly session: Session;
  readonly raw: FastifyRequest;
  readonly ip: string;
  readonly userAgent: string;
};
type Wish = {
  readonly channel: PhoneChannel;
  readonly termsTicked: boolean;
  readonly resume: boolean;
  readonly password: PasswordBytes | null;
  readonly phone: string;
};

/** The code for a doubtful identification, after password and phone where they are sent; null: this signer's is none, or they have a certificate. */
export async function codeForReview(
  deps: ServerDeps,
  { session: { context }, raw, ip, userAgent }: Asking,
  { password, phone, ...asked }: Wish,
) {
  const whose = { context, browser: browserOf(raw) };
  const found = await doubtfulOf(deps.db, whose);
  if (found === null || (await usableCertificate(deps, context)) !== null) return null;
  if (!mayHandIn(found, deps.clock.now())) return missing;
  if (password !== null) {
    const { channel, resume } = asked;
    const holder = { kind: "identification", id: found.checkId } as const;
    const typed = { password, phone, channel, resume, holder, network: networkOf(ip) };
    const chosen = await chooseWith(deps, { check: found, signer: context.signer }, typed);
    if (!chosen.ok) return notChosen(chosen);
  }
  const check = password === null ? found : await doubtfulOf(deps.db, whose);
  if (check === null) return missing;
  const from = { ip, network: networkOf(ip), userAgent };
  return toCodeAnswer(await sendReviewCode(deps, { context, check }, { ...asked, ...from }));
}
