/** People with an account in an organisation: who they are, how they log in, and what they may do. */

export { type AccountMailFacts, factsOfMail, mailAdministrators } from "./account-mails.ts";
export type { Administrator } from "./administrators-store.ts";
export { countPeople, firstPeople, whomToAsk } from "./administrators-store.ts";
export { askReset } from "./ask-reset.ts";
export { confirmMailbox } from "./confirm-mailbox.ts";
export { confirmPassword } from "./confirm-password.ts";
export { forgetWaiting } from "./forget-waiting.ts";
export { type BrowserSecret, browserSecret, knownBrowserOf, markBrowser } from "./known-browsers.ts";
export { logIn } from "./log-in.ts";
export { findLink, type LinkSecret, linkSecret } from "./mailed-links.ts";
export { hasAccount, makeAdministrator } from "./make-administrator.ts";
export { joinOrganisation, type Registering, registerOrganisation } from "./register.ts";
export { resetPassword } from "./reset-password.ts";
export { type AdministratorSession, findSession, logOut, stayLoggedIn } from "./sessions.ts";
export { forgetTries } from "./tries-store.ts";
