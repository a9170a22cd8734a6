/** People with an account in an organisation: who they are, how they log in, and what they may do. */

export { acceptInvitation, invitedBy } from "./accept-invitation.ts";
export {
  type AccountMailFacts,
  factsOfMail,
  factsOfPerson,
  type MailingDeps,
  mailAccount,
  mailAdministrators,
} from "./account-mails.ts";
export { addressHashOf } from "./address-hash.ts";
export { type ActingPerson, accountTimeLeft } from "./administrators-rules.ts";
export type { Administrator } from "./administrators-store.ts";
export {
  countPeople,
  firstPeople,
  readAdministrator,
  readAdministratorIds,
  readPeopleIds,
  whomToAsk,
} from "./administrators-store.ts";
export { askReset } from "./ask-reset.ts";
export {
  changeRole,
  decideJoining,
  deletePerson,
  type PersonRefusal,
  setActive,
  setActiveByOperator,
} from "./change-people.ts";
export { confirmMailbox } from "./confirm-mailbox.ts";
export { type FactorSecret, factorSecret, macOfRecoveryCode, openFactor, sealFactor } from "./factor-secret.ts";
export { forgetOrganisation as forgetPeople } from "./forget-store.ts";
export { forgetWaiting } from "./forget-waiting.ts";
export { invite, inviteAgain } from "./invite.ts";
export { type BrowserOwner, type BrowserSecret, browserSecret, knownBrowserOf, markBrowser } from "./known-browsers.ts";
export { listPeople } from "./list-people.ts";
export { logIn } from "./log-in.ts";
export { findLink, type LinkSecret, linkSecret } from "./mailed-links.ts";
export { hasAccount, makeAdministrator } from "./make-administrator.ts";
export { confirmNewEmail } from "./new-email.ts";
export { finishOidc, removeOidc, startOidcLink, startOidcLogin } from "./oidc.ts";
export {
  changeOwnAccount,
  endOtherSessions,
  endOwnSession,
  type OwnAccount,
  ownAccountOf,
  setOwnLanguage,
} from "./own-account.ts";
export { whyNotPassword } from "./own-password.ts";
export {
  addPasskey,
  askForPasskey,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "./passkeys.ts";
export { type PasswordLogin, passwordLoginOf, setPasswordLogin, turnPasswordsOn } from "./password-login.ts";
export { countByState, type Person } from "./people-store.ts";
export { joinOrganisation, type Registering, registerOrganisation } from "./register.ts";
export { resetFactor, resetFactorByOperator } from "./reset-factor.ts";
export { resetPassword } from "./reset-password.ts";
export { confirmTotp, removeFactorOf, removeTotp, renewRecoveryCodes, startTotp } from "./second-factor.ts";
export { type AdministratorSession, findSession, logOut, stayLoggedIn } from "./sessions.ts";
export { mayTryTestMail, secondsToNextTestEvent } from "./test-tries.ts";
export { newRecoveryCodes, newTotpSecret, parseRecoveryCode, stepOfCode, totpUri } from "./totp.ts";
export { forgetTries, giveBackTries, type Tried, takeTry } from "./tries-store.ts";
