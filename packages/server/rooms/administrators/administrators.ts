/** People with an account in an organisation: who they are, how they log in, and what they may do. */

export type { Administrator } from "./administrators-store.ts";
export { countPeople, firstPeople, whomToAsk } from "./administrators-store.ts";
export { type BrowserSecret, browserSecret, knownBrowserOf, markBrowser } from "./known-browsers.ts";
export { logIn } from "./log-in.ts";
export { hasAccount, makeAdministrator } from "./make-administrator.ts";
export { type AdministratorSession, findSession, logOut, stayLoggedIn } from "./sessions.ts";
export { forgetTries } from "./tries-store.ts";
