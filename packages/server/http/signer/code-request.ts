/** What calls for a code have in common: who asks, what their page showed, and the words of an answer. */
import type { ServerDeps } from "../../deps.ts";
import type { CodeRequest } from "../../rooms/challenges/challenges.ts";
import { readShown, type Session, type ShownToSession } from "../../rooms/login/login.ts";
import type { IssuedQualifiedCode } from "../../rooms/signing/signing.ts";
import { networkOf } from "../wire/network-of.ts";
import type { WireAnswer } from "../wire/serve-call.ts";

/** What the session was shown last. Undefined when it has read nothing: it may have a code, because a code is no approval yet. */
export async function seenBy({ db }: ServerDeps, { sessionId }: Session): Promise<ShownToSession | undefined> {
  const seen = await readShown(db, sessionId);
  return seen.hash === null ? undefined : seen;
}

/** Who asks for a code, as session and socket say it. */
export function codeRequest(
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

/** The challenge, or why there is none and when there may be one. */
export function toCodeAnswer(
  issued: IssuedQualifiedCode,
): WireAnswer<Extract<IssuedQualifiedCode, { ok: true }>["challenge"]> {
  if (issued.ok) return { ok: true, data: issued.challenge };
  if (issued.code === "DOCUMENT_HELD") return { ok: false, code: issued.code, retryAfterS: issued.retryAfterSeconds };
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
