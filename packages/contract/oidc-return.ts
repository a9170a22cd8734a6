/** Of a login at a provider (contract/calls/oidc.ts), what the web, the server and the sandbox must agree on. */

/** Where the provider sends browsers back to. */
export const oidc_return_path = "/oidc";
