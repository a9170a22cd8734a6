/** What people with an account call, the secrets of their browsers, links, tokens and join keys, and who writes their logos anew. */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import { accountInformationRoutes } from "./http/administration/account-information.ts";
import { accountRoutes } from "./http/administration/accounts.ts";
import { entranceRoutes } from "./http/administration/entrance.ts";
import { joinKeyRoutes } from "./http/administration/join-key.ts";
import { lookRoutes } from "./http/administration/look.ts";
import { oidcRoutes } from "./http/administration/oidc.ts";
import { organisationRoutes } from "./http/administration/organisation.ts";
import { ownAccountRoutes } from "./http/administration/own-account.ts";
import { passkeyRoutes } from "./http/administration/passkeys.ts";
import { peopleRoutes } from "./http/administration/people.ts";
import { administratorSessionRoutes } from "./http/administration/session.ts";
import { tokenRoutes } from "./http/administration/tokens.ts";
import { webhookRoutes } from "./http/administration/webhooks.ts";
import type { Routes } from "./http/app.ts";
import type { MonotonicClock } from "./ports/clock.ts";
import { joinKeySecret, tokenSecret } from "./rooms/accounts/accounts.ts";
import { browserSecret, linkSecret } from "./rooms/administrators/administrators.ts";
import { factorSecretOf } from "./wire-factors.ts";
import { oidcFrom } from "./wire-oidc.ts";
import { openLogoWorkers } from "./workers/open-logo-workers.ts";

/** Calls that the pages of the administration make. */
export const administratorRoutes: readonly Routes[] = [
  administratorSessionRoutes,
  entranceRoutes,
  accountRoutes,
  tokenRoutes,
  accountInformationRoutes,
  lookRoutes,
  organisationRoutes,
  peopleRoutes,
  ownAccountRoutes,
  passkeyRoutes,
  oidcRoutes,
  joinKeyRoutes,
  webhookRoutes,
];

/** `masterKey`: 32 bytes from which the secrets are derived. */
export function wireAdministrators(
  config: Config,
  { masterKey, monotonic }: { readonly masterKey: Uint8Array; readonly monotonic: MonotonicClock },
) {
  return {
    oidc: oidcFrom(config, monotonic),
    browserSecret: browserSecret(keyFor(masterKey, "known browsers")),
    tokenSecret: tokenSecret(keyFor(masterKey, "token secrets")),
    logoDrawing: config.drawsPages ? openLogoWorkers() : null,
    factorSecret: factorSecretOf(masterKey),
    linkSecret: linkSecret(keyFor(masterKey, "links in mails")),
    joinKeySecret: joinKeySecret(keyFor(masterKey, "join keys")),
  } satisfies Partial<ServerDeps>;
}
