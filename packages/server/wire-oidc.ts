/** The login provider that the configuration names. */
import { oidc_return_path } from "@siegel/contract/login-link.ts";
import { oidcProvider } from "./adapters/oidc/oidc-provider.ts";
import { parseNetworks } from "./adapters/webhooks/public-address.ts";
import type { Config } from "./config.ts";
import type { MonotonicClock } from "./ports/clock.ts";
import type { OidcProvider } from "./ports/oidc.ts";

/** null: it names none. */
export function oidcFrom(
  { oidc, publicUrl }: Pick<Config, "oidc" | "publicUrl">,
  monotonic: MonotonicClock,
): OidcProvider | null {
  if (oidc === null) return null;
  const redirectUri = `${publicUrl}${oidc_return_path}`;
  return oidcProvider({ ...oidc, networks: parseNetworks(oidc.networks), redirectUri, monotonic });
}
