/** Tells the security log of refused sensitive acts: every refusal on the wire passes `tellRefusedAct` once. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { signerId } from "@siegel/contract/ids.ts";
import type { FastifyRequest } from "fastify";
import type { RefusedActKind, RefusedActor, SecurityLog } from "../../ports/security-log.ts";
import { networkOf } from "./network-of.ts";
import { userAgentOf } from "./security.ts";
import { sentRefusal, type WireRefusal } from "./send-refusal.ts";

/** Codes that always stand for a refused sensitive act; for other codes the refusal says it (`act`). */
const kindOfCode: Partial<Record<ErrorCode, RefusedActKind>> = {
  WRONG_API_KEY: "wrong_api_key",
  CHECK_SMS_PIN_WRONG: "wrong_code",
  // Which of the two it was the log does not say either.
  WRONG_PW_OR_OTP: "wrong_code",
  OTP_TRIES_EXHAUSTED: "codes_used_up",
  FIELD_NOT_YOURS: "anothers_field",
  WRONG_MAIL_OR_PW: "wrong_password",
  INSUFFICIENT_PERMISSIONS: "permission_missing",
};

/** Where an identified caller's name waits for the end of the request. */
const actors = new WeakMap<FastifyRequest, RefusedActor>();

/** Keeps who a request is from. */
export const nameActor = (request: FastifyRequest, actor: RefusedActor): void => void actors.set(request, actor);

/** A hook for answered requests: tells the log where the answer was a refusal of a sensitive act. */
export function tellRefusedActs(log: SecurityLog) {
  return async (request: FastifyRequest): Promise<void> => {
    const refusal = sentRefusal(request);
    if (refusal !== undefined) tellRefusedAct(log, request, refusal);
  };
}

/** Tells the log of a refusal, where it is one of a sensitive act. */
export function tellRefusedAct(log: SecurityLog, request: FastifyRequest, refusal: WireRefusal): void {
  const kind = refusal.act ?? kindOfCode[refusal.code];
  if (kind === undefined) return;
  const actor = refusal.actor ?? actors.get(request) ?? namedIn(request);
  log({ kind, actor, network: networkOf(request.ip), userAgent: userAgentOf(request) });
}

/** The signer whose link a stranger calls. */
function namedIn({ params }: FastifyRequest): RefusedActor {
  const named = signerId.safeParse((params as { readonly signer_id?: unknown } | undefined)?.signer_id);
  return named.success ? { kind: "signer", id: named.data } : { kind: "unknown", id: null };
}
