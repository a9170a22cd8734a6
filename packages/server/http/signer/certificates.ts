/** What a qualified signer's certificate allows (contract/calls/certificates.ts). */
import { getCertificate } from "@siegel/contract/calls/certificates.ts";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { certificateStatusOf } from "../../rooms/certificates/certificates.ts";
import { serveSignerCall } from "../wire/serve-call.ts";

/** Registers the call of `contract/calls/certificates.ts`. */
export function certificateRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: getCertificate }, async ({ session: { context } }) =>
    isQualified(context.signer.type)
      ? { ok: true, data: await certificateStatusOf(deps, context) }
      : { ok: false, code: "WRONG_SIGNER_TYPE" },
  );
}
