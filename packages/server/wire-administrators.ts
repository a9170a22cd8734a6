/** What people with an account call, and the secret by which their browsers are known. */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import type { ServerDeps } from "./deps.ts";
import { accountRoutes } from "./http/administration/accounts.ts";
import { administratorSessionRoutes } from "./http/administration/session.ts";
import type { Routes } from "./http/app.ts";
import { browserSecret } from "./rooms/administrators/administrators.ts";

/** Calls that the pages of the administration make. */
export const administratorRoutes: readonly Routes[] = [administratorSessionRoutes, accountRoutes];

/** `masterKey`: 32 bytes from which the secrets are derived. */
export function wireAdministrators(masterKey: Uint8Array) {
  return { browserSecret: browserSecret(keyFor(masterKey, "known browsers")) } satisfies Partial<ServerDeps>;
}
