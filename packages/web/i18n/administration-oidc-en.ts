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
  "Responses.OIDC_TAKEN":
    "This login is linked with an account already. Log in at the login service with another account.",
  "Responses.OIDC_ALREADY_LINKED": "Your account is linked already. End this link first.",
  "Responses.OIDC_NOT_USED_YET":
    "First log in with the login service once yourself. Then you can be sure to come in without a password.",
  "Responses.OIDC_NEEDED":
    "Your organisation has turned passwords off. Without the link you could not log in any more.",
  "Responses.PASSWORD_LOGIN_OFF":
    "Your organisation has turned passwords off. Log in with the login service or a passkey.",
  "oidc.button": "Log in with {label}",
  "oidc.title": "Login service",
  "oidc.lead": "{label} lets you in without a password and without a code. The login service then checks who you are.",
  "oidc.none": "Not linked",
  "oidc.since": "Linked since {day}, not used yet",
  "oidc.used": "Linked since {day}, last used {at}",
  "oidc.link": "Link",
  "oidc.linkTitle": "Link with {label}",
  "oidc.linkLead":
    "Your password first. Then you log in at {label}: who you are there gets into this account from then on.",
  "oidc.linkGo": "Go on to {label}",
  "oidc.linked": "Your account is linked with the login service.",
  "oidc.unlink": "End the link",
  "oidc.unlinkTitle": "End the link with {label}?",
  "oidc.unlinkLead": "After that you log in with e-mail and password or with a passkey.",
  "oidc.unlinked": "The link is ended.",
  "oidc.waits.login": "One moment, we are logging you in.",
  "oidc.waits.link": "One moment, we are linking your account.",
  "oidc.failed.login": "The login did not work.",
  "oidc.failed.link": "The link could not be made.",
  "oidc.toAccount": "To the account",
  "passwords.title": "Login with a password",
  "passwords.lead": "When all people log in with {label}, you can turn passwords off. Passkeys stay.",
  "passwords.on": "Passwords are on",
  "passwords.off": "Passwords are off",
  "passwords.count": "Logged in with {label} so far: {n} of {m} people. The others keep their passwords until then.",
  "passwords.turnOff": "Turn off",
  "passwords.turnOn": "Turn on",
  "passwords.offTitle": "Turn passwords off?",
  "passwords.offLead":
    "People who have logged in with {label} before then get in only that way or with a passkey. The others keep their passwords until they have logged in there.",
  "passwords.onTitle": "Turn passwords on again?",
  "passwords.onLead": "Then people can use a password or {label}.",
  "passwords.nowOff": "Passwords are turned off.",
  "passwords.nowOn": "Passwords are turned on.",
} as const satisfies Readonly<Record<keyof typeof administrationOidcDe, string>>;
