/** What this tab went to the login provider for, kept until it is back. */
import { paths } from "../paths.ts";
import { keep, readKept } from "../tab-storage.ts";

/** `back`: the page of the administration to go on with. */
export type OidcTrip = { readonly purpose: "login" | "link"; readonly back: string };

const name = "oidc";

/** Sends the browser to the provider. */
export function goToProvider(url: string, trip: OidcTrip): void {
  keep(name, trip);
  window.location.assign(url);
}

/** Where the tab was going; a login where nothing is kept, as in a tab that the person opened anew. */
export function readTrip(): OidcTrip {
  const kept = readKept(name);
  const { purpose, back } = typeof kept === "object" && kept !== null ? (kept as Partial<OidcTrip>) : {};
  return {
    purpose: purpose === "link" ? "link" : "login",
    back: typeof back === "string" && /^\/admin\/[a-z]+$/.test(back) ? back : paths.admin(),
  };
}
