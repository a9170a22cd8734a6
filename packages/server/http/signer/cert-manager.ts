/** Owners see and revoke their certificates (contract/calls/cert-manager.ts). */
import {
  checkOtp,
  checkRevokeCredentials,
  checkRevokeSms,
  getCertificatesByEmail,
  getEmailById,
  getSignerByEmail,
  revokeCertificateCall,
  revokeSms,
  sendOtp,
} from "@siegel/contract/calls/cert-manager.ts";
import { notRevocable } from "@siegel/contract/certificate-reasons.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  askMailCode,
  askPhoneCode,
  checkMailCode,
  checkPhoneCode,
  listHolders,
  listOwn,
  maskedEmailOf,
  mayRevokeByPhone,
  revokeOwn,
} from "../../rooms/own-certificates/own-certificates.ts";
import { askedLanguage } from "../wire/asked-language.ts";
import { browserOf as identifiedIn } from "../wire/identification-cookies.ts";
import { networkOf } from "../wire/network-of.ts";
import { type CallRequest, serveOpenCall } from "../wire/serve-call.ts";
import { beginVisit, visitorOf } from "../wire/visit-cookie.ts";

/** Registers the calls of `contract/calls/cert-manager.ts`. */
export function certManagerRoutes(app: FastifyInstance, deps: ServerDeps): void {
  proofRoutes(app, deps);
  const browserOf = ({ raw }: Pick<Asked, "raw">) => visitorOf(raw, deps.config);

  serveOpenCall(app, getCertificatesByEmail, async (request) => {
    const listed = await listOwn(deps, browserOf(request));
    return listed.ok ? { ok: true, data: listed.rows } : listed;
  });

  serveOpenCall(app, getSignerByEmail, async (request) => {
    const listed = await listHolders(deps, browserOf(request));
    return listed.ok ? { ok: true, data: listed.rows } : listed;
  });

  serveOpenCall(app, getEmailById, async (request) => {
    const masked = await maskedEmailOf(deps, { browser: browserOf(request), holderId: request.body.signer_id });
    return masked.ok ? { ok: true, data: { email: masked.email } } : masked;
  });

  serveOpenCall(app, checkRevokeCredentials, async (request) => {
    const { cert_id: certificateId, signer_id: holderId } = request.body;
    const asked = await mayRevokeByPhone(deps, { browser: browserOf(request), certificateId, holderId });
    return asked.ok ? { ok: true, data: asked.may } : asked;
  });

  serveOpenCall(app, revokeCertificateCall, async (request) => {
    const { ip, userAgent, raw, body } = request;
    const { cert_id: certificateId, reason } = body;
    const proofs = { browser: browserOf(request), identifiedIn: identifiedIn(raw) };
    const wish = { ...proofs, certificateId, reason, language: askedLanguage(raw), ip, userAgent };
    const revoked = await revokeOwn(deps, wish);
    if (revoked.ok) return { ok: true, code: "REVOKE_SUCCESS", data: revoked.revocation };
    if (!("why" in revoked)) return revoked;
    const { code, why } = revoked;
    return { ok: false, code, message: notRevocable(why, deps.service.contactEmail) };
  });
}

type Asked = CallRequest<unknown, unknown, unknown>;

/** The calls that send codes and check them. */
function proofRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const browserOf = ({ raw }: Pick<Asked, "raw">) => visitorOf(raw, deps.config);
  const from = ({ raw, ip, userAgent }: Asked) => ({
    language: askedLanguage(raw),
    network: networkOf(ip),
    ip,
    userAgent,
  });

  serveOpenCall(app, sendOtp, async (request) => {
    const browser = beginVisit({ request: request.raw, reply: request.reply }, deps.config, deps.random);
    const asked = await askMailCode(deps, { browser, email: request.body.email, ...from(request) });
    return asked.ok ? { ok: true, data: asked.code } : asked;
  });

  serveOpenCall(app, checkOtp, async (request) => {
    const { otp, input_otp } = request.body;
    const { ip, userAgent } = request;
    const checked = await checkMailCode(deps, {
      browser: browserOf(request),
      otp: otp ?? input_otp ?? "",
      ip,
      userAgent,
    });
    return checked.ok ? { ok: true, data: checked.proof } : checked;
  });

  serveOpenCall(app, revokeSms, async (request) => {
    const { signer_id: holderId, cert_id: certificateId } = request.body;
    const asked = await askPhoneCode(deps, {
      browser: browserOf(request),
      holderId,
      certificateId,
      ...from(request),
    });
    if (asked.ok) return { ok: true, data: asked.code };
    return "retryAfterSeconds" in asked ? { ok: false, code: asked.code, retryAfterS: asked.retryAfterSeconds } : asked;
  });

  serveOpenCall(app, checkRevokeSms, async (request) => {
    const { otp, id } = request.body;
    const { ip, userAgent } = request;
    const checked = await checkPhoneCode(deps, { browser: browserOf(request), otp, id, ip, userAgent });
    return checked.ok ? { ok: true, data: { certificate_id: checked.certificateId } } : checked;
  });
}
