/** How one-time codes reach a phone, and what their provider calls back for. */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import { twilioCodes } from "./adapters/codes/twilio-codes.ts";
import { twilioHooks } from "./adapters/codes/twilio-hooks.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import type { Routes } from "./http/app.ts";
import { hookRoutes } from "./http/providers/hooks.ts";
import { videoHookRoutes } from "./http/providers/video-hook.ts";
import { codeSecret, recordDelivery, spokenCode, wrongTries } from "./rooms/challenges/challenges.ts";
import { checkOfVideo } from "./rooms/identity-proofing/identity-proofing.ts";

/** What the provider calls back for: the words of a call, and what became of a message. */
export const providerRoutes: readonly Routes[] = [
  (scope, deps) => hookRoutes(scope, hookDeps(deps)),
  (scope, deps) => videoHookRoutes(scope, videoHookDeps(deps)),
];

/** The provider of the configuration. `masterKey`: 32 bytes from which the codes' secret is derived. */
export function wireCodes(config: Config, masterKey: Uint8Array) {
  const { publicUrl } = config;
  const { url, accountSid, authToken, from } = config.codes;
  return {
    codes: twilioCodes({ baseUrl: url, accountSid, username: accountSid, password: authToken, from, publicUrl }),
    codeHooks: twilioHooks({ authToken, publicUrl }),
    codeSecret: codeSecret(keyFor(masterKey, "one-time codes")),
    wrongTries: wrongTries(),
    codeLimits: config.codeLimits,
    codeSender: { provider: config.provider.name, host: new URL(publicUrl).hostname },
  } satisfies Partial<ServerDeps>;
}

function hookDeps(deps: ServerDeps) {
  return {
    codeHooks: deps.codeHooks,
    spokenCode: (attemptId: string) => spokenCode(deps, attemptId),
    recordDelivery: async (status: Parameters<typeof recordDelivery>[1]) => void (await recordDelivery(deps, status)),
  };
}

/** A webhook is answered at once; the provider is asked in a job. */
function videoHookDeps(deps: ServerDeps) {
  return {
    videoIdent: deps.videoIdent,
    now: deps.clock.now,
    settle: async (uuid: string) => {
      const check = await checkOfVideo(deps, uuid);
      if (check !== null) await deps.enqueue(deps.db, "settle-identification", { checkId: check.checkId });
      return check !== null;
    },
  };
}
