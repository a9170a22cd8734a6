/** What a qualified signer's certificate allows (contract/calls/certificates.ts). */
import { getCertificate } from "@siegel/contract/calls/certificates.ts";
import {
  lookAtMailbox as lookAtMailboxCall,
  type ProvenMailbox,
  proveMailbox as proveMailboxCall,
} from "@siegel/contract/calls/identification.ts";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  type CertificateOfMail,
  certificateStatusOf,
  lookAtMailbox,
  proveMailbox,
} from "../../rooms/certificates/certificates.ts";
import { serveOpenCall, serveSignerCall } from "../wire/serve-call.ts";

/** Registers the call of `contract/calls/certificates.ts`. */
export function certificateRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: getCertificate }, async ({ session: { context } }) =>
    isQualified(context.signer.type)
      ? { ok: true, data: await certificateStatusOf(deps, context) }
      : { ok: false, code: "WRONG_SIGNER_TYPE" },
  );

  serveOpenCall(app, lookAtMailboxCall, async ({ params }) => {
    const found = await lookAtMailbox(deps, params.secret);
    return found === null ? gone : { ok: true, data: provenMailbox(found) };
  });

  serveOpenCall(app, proveMailboxCall, async ({ params, ip, userAgent }) => {
    const proven = await proveMailbox(deps, { secret: params.secret, ip, userAgent });
    return proven === null ? gone : { ok: true, data: provenMailbox(proven) };
  });
}

const gone = { ok: false, code: "NO_IDENTIFICATION_FOUND" } as const;

const provenMailbox = ({ holder, notAfter, isProven, toSign }: CertificateOfMail): ProvenMailbox => ({
  holder,
  not_after: notAfter.toISOString(),
  is_proven: isProven,
  to_sign: toSign === null ? null : { workflow_id: toSign.workflowId, signer_id: toSign.signerId, seals: toSign.seals },
});
