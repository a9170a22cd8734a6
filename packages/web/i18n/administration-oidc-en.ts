/** English: logins at a provider, and passwords that are turned off. */
import type { administrationOidcDe } from "./administration-oidc-de.ts";

export const administrationOidcEn = {
  "Responses.OIDC_NOT_CONFIGURED": "This service has no login service. Use e-mail and password.",
  "Responses.OIDC_AWAY":
    "The login service does not answer now. Try again in a few minutes, or use e-mail and password.",
  "Responses.OIDC_REFUSED": "The login service did not log you in, or you cancelled. Begin again.",
  "Responses.OIDC_ATTEMPT_UNKNOWN": "This login did not begin in this browser. Begin again here.",
  "Responses.OIDC_ATTEMPT_OVER": "This login was used already, or took longer than ten minutes. Begin again.",
  "Responses.OIDC_NOT_LINKED":
    "This login belongs to no account. Log in with e-mail and password, and link both under “Account”.",
  "Responses.OIDC_TAKEN": "This login is linked with an account already. Log in at the login service as somebody else.",
  "Responses.OIDC_ALREADY_LINKED": "Your account is linked already. End this link first.",
  "Responses.OIDC_NOT_USED_YET":
    "First log in with the login service once yourself. Then you can be sure to come in without a password.",
  "Responses.OIDC_NEEDED":
    "Your organisation has turned passwords off. Without the link you could not log in any more.",
  "Responses.PASSWORD_LOGIN_OFF":
    "Your organisation has turned passwords off. Log in with the login service or a passkey.",
} as const satisfies Readonly<Record<keyof typeof administrationOidcDe, string>>;
