/** The issuer where a person chooses who they are: some demo persons, or whatever they type. */
import { oidc_return_path } from "@siegel/contract/login-link.ts";
import { sandbox_oidc_client_id, sandbox_oidc_client_secret, sandbox_oidc_path } from "@siegel/contract/sandbox.ts";
import type { FastifyInstance } from "fastify";
import type { InteractionResults } from "oidc-provider";
import { type IssuerDeps, issuerRoutes } from "./issuer.ts";
import { renderLogin } from "./login-page.ts";

/** Registers everything below `/oidc`. */
export async function loginServiceRoutes(app: FastifyInstance, deps: IssuerDeps): Promise<void> {
  issuerRoutes(app, deps, {
    path: sandbox_oidc_path,
    clientId: sandbox_oidc_client_id,
    clientSecret: sandbox_oidc_client_secret,
    returnPath: oidc_return_path,
    page: renderLogin,
    policy: "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'",
    resultOf,
    claimsOf: () => ({}),
    tells: { names: [] },
    fault: () => undefined,
  });
}

function resultOf(form: URLSearchParams): InteractionResults {
  const person = form.get("typed")?.trim() || form.get("person");
  if (form.has("cancel") || person === null || person === "")
    return { error: "access_denied", error_description: "the person went back" };
  return { login: { accountId: person, remember: false } };
}
