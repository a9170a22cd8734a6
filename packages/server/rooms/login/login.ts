/** The door of the room `login`: a signer logs in by their link, and later calls are matched to the session. */
export { acceptTerms, asksTerms } from "./accept-terms.ts";
export { checkPath } from "./check-path.ts";
export { checkSession, extendSession, readLivingSession, type Session } from "./check-session.ts";
export { checkWorkflow } from "./check-workflow.ts";
export { enterAgain } from "./enter-again.ts";
export { logIn } from "./log-in.ts";
export { forgetWorkflow as forgetLogins } from "./login-store.ts";
export { endSessions, type SignerCookies, surplusCookies } from "./open-session.ts";
export { forgetPasswordTries } from "./password-tries-store.ts";
export { readShown, type ShownToSession, saveShown } from "./session-store.ts";
export { currentTerms } from "./terms.ts";
