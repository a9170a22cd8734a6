/** The video provider's webhooks: signed ones only, in any order. What they say counts for nothing; they make us ask. */
import { video_hook_path } from "@siegel/contract/identification.ts";
import type { FastifyInstance } from "fastify";
import type { VideoIdentProvider } from "../../ports/video-ident.ts";
import { sendRefusal } from "../wire/send-refusal.ts";

/** Reads webhooks, and has the identification settled that one is about; false: none of ours. */
export type VideoHookDeps = {
  readonly videoIdent: VideoIdentProvider | null;
  readonly settle: (uuid: string) => Promise<boolean>;
  readonly now: () => Date;
};

const body_bytes_max = 64 * 1_024;

/** Registers the address. 401: not signed, or old; 404: a case that is not ours. */
export function videoHookRoutes(app: FastifyInstance, { videoIdent, settle, now }: VideoHookDeps): void {
  if (videoIdent === null) return;
  void app.register(async (scope) => {
    // The bytes as they came: they are what is signed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: body_bytes_max }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(video_hook_path, { schema: { hide: true } as object }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const hook = videoIdent.readHook(body, request.headers, now());
      if (hook === null)
        return sendRefusal(reply, {
          ok: false,
          code: "FORBIDDEN",
          status: 401,
          message: "not signed by the provider, or old",
          act: "forged_callback",
        });
      if (!(await settle(hook.uuid))) return sendRefusal(reply, { ok: false, code: "NO_IDENTIFICATION_FOUND" });
      return reply.code(204).send();
    });
  });
}
