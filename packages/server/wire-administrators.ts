/** What people with an account call, the secret by which their browsers are known, and who writes their logos anew. */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import { accountInformationRoutes } from "./http/administration/account-information.ts";
import { accountRoutes } from "./http/administration/accounts.ts";
import { lookRoutes } from "./http/administration/look.ts";
import { organisationRoutes } from "./http/administration/organisation.ts";
import { administratorSessionRoutes } from "./http/administration/session.ts";
import { tokenRoutes } from "./http/administration/tokens.ts";
import type { Routes } from "./http/app.ts";
import { tokenSecret } from "./rooms/accounts/accounts.ts";
import { browserSecret } from "./rooms/administrators/administrators.ts";
import { openLogoWorkers } from "./workers/open-logo-workers.ts";

/** Calls that the pages of the administration make. */
export const administratorRoutes: readonly Routes[] = [
  administratorSessionRoutes,
  accountRoutes,
  tokenRoutes,
  accountInformationRoutes,
  lookRoutes,
  organisationRoutes,
];

/** `masterKey`: 32 bytes from which the secrets are derived. */
export function wireAdministrators(config: Config, masterKey: Uint8Array) {
  return {
    browserSecret: browserSecret(keyFor(masterKey, "known browsers")),
    tokenSecret: tokenSecret(keyFor(masterKey, "token secrets")),
    logoDrawing: config.drawsPages ? openLogoWorkers() : null,
  } satisfies Partial<ServerDeps>;
}
