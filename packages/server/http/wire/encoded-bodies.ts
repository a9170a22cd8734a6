/** Bodies that are compressed: refused, for a small one could hold more than anybody may send, and unpacked nobody would know what was sent. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { letPass } from "./let-pass.ts";
import { sendRefusal } from "./send-refusal.ts";

/** A hook that refuses a body with a content coding, before it is read (RFC 9110 §8.4, §12.5.3). */
export async function refuseEncodedBody(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { headers } = request;
  const coding = headers["content-encoding"] ?? "";
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (!hasBody || coding === "" || coding.trim().toLowerCase() === "identity") return;
  letPass(request, reply);
  return sendRefusal(reply.header("accept-encoding", "identity"), {
    ok: false,
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: {
      en: "The body must not be compressed. Send it without the header Content-Encoding.",
      de: "Der Inhalt darf nicht komprimiert sein. Senden Sie ihn ohne die Kopfzeile Content-Encoding.",
    },
  });
}
