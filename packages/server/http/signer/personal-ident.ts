/** Somebody who was met on site makes their certificate (contract/calls/personal-ident.ts; docs/flows/qualified-signing.md). */
import { timingSafeEqual } from "node:crypto";
import { createCertificate, sendIdentSms } from "@siegel/contract/calls/personal-ident.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { certifyPerson } from "../../rooms/certificates/certificates.ts";
import { type MetPerson, sendIdentCode, shownPhone } from "../../rooms/identity-proofing/identity-proofing.ts";
import { networkOf } from "../wire/network-of.ts";
import { secretOf } from "../wire/secret-body.ts";
import { isOwnFetch } from "../wire/security.ts";
import { serveOpenCall } from "../wire/serve-call.ts";
import { brokenPassword } from "./broken-password.ts";
import { notOurPage } from "./not-our-page.ts";
import { withWait } from "./with-wait.ts";

/** Registers the calls of `contract/calls/personal-ident.ts`. */
export function personalIdentRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveOpenCall(app, sendIdentSms, async ({ params, query, raw, ip, userAgent }) => {
    // It sends a message: a scanner of mails that follows links must not.
    if (!isOwnFetch(deps.config, raw)) return notOurPage;
    const from = { ip, network: networkOf(ip), userAgent };
    const asked = { secret: params.secret, isAnother: query.again === "true", ...from };
    const answer = await sendIdentCode(deps, asked);
    if (!answer.ok) return answer;
    const { met, reference, expiresInS, resendAfterS } = answer.sent;
    const code = { reference, expires_in_s: expiresInS, resend_after_s: resendAfterS };
    const times = { identified_at: met.identifiedAt.toISOString(), link_expires_at: met.linkExpiresAt.toISOString() };
    return { ok: true, data: { ...whose(met), ...code, ...times } };
  });

  const secrets = ["password", "confirm_password"];
  serveOpenCall(
    app,
    createCertificate,
    async ({ params, body, raw, ip, userAgent }) => {
      if (!body.gtcChecked) return { ok: false, code: "TERMS_NOT_ACCEPTED" };
      const password = secretOf(raw, "password");
      const isSame = isSameBytes(password, secretOf(raw, "confirm_password"));
      if (!isSame) return { ok: false, code: "REQUEST_PASSOWRDS_NO_MATCH" };
      const claim = { secret: params.secret, otp: body.otp, password, ip, userAgent };
      const answer = await certifyPerson(deps, claim);
      if (!answer.ok) return "faults" in answer ? brokenPassword(answer.faults) : withWait(answer);
      const { met, serial, notAfter } = answer;
      const data = { ...whose(met), serial_number: serial, not_after: notAfter.toISOString() };
      return { ok: true, code: "CREATE_CERTIFICATE_SUCCESS", data };
    },
    { secrets },
  );
}

const whose = (met: MetPerson) => ({
  first_name: met.data.firstName,
  last_name: met.data.lastName,
  organisation: met.organisation,
  masked_phone: shownPhone(met),
});

const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
