/** Where each call of people with an account goes; loaded with their pages only. `calls.test.ts` compares every line with the contract. */

import type {
  acceptInvitation,
  addAccountAdministrator,
  addTestAccount,
  confirmMailbox,
  forgotPassword,
  mailedLink,
  resetPassword,
} from "@siegel/contract/calls/account-entrance.ts";
import type { accountInformations } from "@siegel/contract/calls/account-information.ts";
import type { getLicense } from "@siegel/contract/calls/accounts.ts";
import type {
  adminLogin,
  adminSession,
  extendAdminSession,
  logoutAdmin,
} from "@siegel/contract/calls/administrator-session.ts";
import type { getJoinKey, renewJoinKey } from "@siegel/contract/calls/join-key.ts";
import type { editInterface, getOwnInterface, resetInterface, testMail } from "@siegel/contract/calls/look.ts";
import type {
  finishOidc,
  getPasswordLogin,
  loginWays,
  removeOidc,
  setPasswordLogin,
  startOidcLink,
  startOidcLogin,
} from "@siegel/contract/calls/oidc.ts";
import type {
  addAddress,
  deleteAddress,
  getOrganization,
  updateAddress,
  updateOrganization,
} from "@siegel/contract/calls/organisation.ts";
import type {
  addPasskey,
  confirmNewEmail,
  confirmTotp,
  endOtherSessions,
  endOwnSession,
  getOwnAccount,
  passkeyLogin,
  passkeyOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  setOwnLanguage,
  startPasskey,
  startTotp,
  updateAccountAdministrator,
} from "@siegel/contract/calls/own-account.ts";
import type {
  approveJoining,
  deleteAccountAdministrator,
  deleteAccountAdministrators,
  getAccountAdministrator,
  inviteAdministrator,
  removeSecondFactor,
  resendInvitation,
  setAdministratorActive,
  updateAccountAdministratorRole,
  updateAccountAdministratorRoles,
} from "@siegel/contract/calls/people.ts";
import type {
  addToken,
  disableToken,
  disableTokens,
  listTokens,
  updateTokenApiKey,
  updateTokenName,
} from "@siegel/contract/calls/tokens.ts";
import type {
  getWebhook,
  listWebhookDeliveries,
  renewWebhookSecret,
  replayDelivery,
  replayFailed,
  sendTestEvent,
  showWebhookSecret,
  updateWebhook,
} from "@siegel/contract/calls/webhooks.ts";
import type { DataOf, InputOf } from "./call-types.ts";

type Contract = {
  adminLogin: typeof adminLogin;
  adminSession: typeof adminSession;
  extendAdminSession: typeof extendAdminSession;
  logoutAdmin: typeof logoutAdmin;
  getLicense: typeof getLicense;
  accountInformations: typeof accountInformations;
  listTokens: typeof listTokens;
  addToken: typeof addToken;
  updateTokenName: typeof updateTokenName;
  updateTokenApiKey: typeof updateTokenApiKey;
  disableToken: typeof disableToken;
  disableTokens: typeof disableTokens;
  getOwnInterface: typeof getOwnInterface;
  editInterface: typeof editInterface;
  resetInterface: typeof resetInterface;
  testMail: typeof testMail;
  getOrganization: typeof getOrganization;
  updateOrganization: typeof updateOrganization;
  addAddress: typeof addAddress;
  updateAddress: typeof updateAddress;
  deleteAddress: typeof deleteAddress;
  getWebhook: typeof getWebhook;
  updateWebhook: typeof updateWebhook;
  sendTestEvent: typeof sendTestEvent;
  showWebhookSecret: typeof showWebhookSecret;
  renewWebhookSecret: typeof renewWebhookSecret;
  listWebhookDeliveries: typeof listWebhookDeliveries;
  replayDelivery: typeof replayDelivery;
  replayFailed: typeof replayFailed;
  forgotPassword: typeof forgotPassword;
  resetPassword: typeof resetPassword;
  mailedLink: typeof mailedLink;
  addTestAccount: typeof addTestAccount;
  addAccountAdministrator: typeof addAccountAdministrator;
  confirmMailbox: typeof confirmMailbox;
  acceptInvitation: typeof acceptInvitation;
  getJoinKey: typeof getJoinKey;
  startPasskey: typeof startPasskey;
  addPasskey: typeof addPasskey;
  renamePasskey: typeof renamePasskey;
  removePasskey: typeof removePasskey;
  passkeyOptions: typeof passkeyOptions;
  passkeyLogin: typeof passkeyLogin;
  loginWays: typeof loginWays;
  startOidcLogin: typeof startOidcLogin;
  startOidcLink: typeof startOidcLink;
  finishOidc: typeof finishOidc;
  removeOidc: typeof removeOidc;
  getPasswordLogin: typeof getPasswordLogin;
  setPasswordLogin: typeof setPasswordLogin;
  getOwnAccount: typeof getOwnAccount;
  updateAccountAdministrator: typeof updateAccountAdministrator;
  confirmNewEmail: typeof confirmNewEmail;
  setOwnLanguage: typeof setOwnLanguage;
  endOwnSession: typeof endOwnSession;
  endOtherSessions: typeof endOtherSessions;
  startTotp: typeof startTotp;
  confirmTotp: typeof confirmTotp;
  removeTotp: typeof removeTotp;
  renewRecoveryCodes: typeof renewRecoveryCodes;
  removeSecondFactor: typeof removeSecondFactor;
  renewJoinKey: typeof renewJoinKey;
  getAccountAdministrator: typeof getAccountAdministrator;
  inviteAdministrator: typeof inviteAdministrator;
  resendInvitation: typeof resendInvitation;
  approveJoining: typeof approveJoining;
  updateAccountAdministratorRole: typeof updateAccountAdministratorRole;
  updateAccountAdministratorRoles: typeof updateAccountAdministratorRoles;
  setAdministratorActive: typeof setAdministratorActive;
  deleteAccountAdministrator: typeof deleteAccountAdministrator;
  deleteAccountAdministrators: typeof deleteAccountAdministrators;
};

/** The calls that people with an account make. */
export type AccountCallName = keyof Contract;
/** What one takes. */
export type AccountCallInput<Name extends AccountCallName> = InputOf<Contract[Name]>;
/** `data` of its answer. */
export type AccountCallData<Name extends AccountCallName> = DataOf<Contract[Name]>;

/** Method and path of every call. */
export const accountCallTable = {
  adminLogin: { method: "POST", path: "/api/auth/admin_login" },
  adminSession: { method: "GET", path: "/api/auth/adminSession" },
  extendAdminSession: { method: "POST", path: "/api/auth/extendAdminSession" },
  logoutAdmin: { method: "DELETE", path: "/api/auth/logoutAdmin" },
  getLicense: { method: "GET", path: "/api/account/getLicense/:id" },
  accountInformations: { method: "GET", path: "/api/account/accountInformations/:id" },
  listTokens: { method: "GET", path: "/api/account/tokens" },
  addToken: { method: "POST", path: "/api/account/addToken/:id/:name" },
  updateTokenName: { method: "PUT", path: "/api/account/updateTokenName" },
  updateTokenApiKey: { method: "PUT", path: "/api/account/updateTokenApiKey/:id" },
  disableToken: { method: "DELETE", path: "/api/account/disableToken/:id" },
  disableTokens: { method: "POST", path: "/api/account/disableTokens" },
  getOwnInterface: { method: "GET", path: "/api/interface/" },
  editInterface: { method: "POST", path: "/api/interface/editInterface/:id" },
  testMail: { method: "POST", path: "/api/interface/testMail/:id" },
  resetInterface: { method: "PUT", path: "/api/interface/reset/:id" },
  getOrganization: { method: "GET", path: "/api/account/getOrganization/:id" },
  updateOrganization: { method: "PUT", path: "/api/account/updateOrganization" },
  addAddress: { method: "POST", path: "/api/account/addAddress" },
  updateAddress: { method: "PUT", path: "/api/account/updateAddress" },
  deleteAddress: { method: "DELETE", path: "/api/account/deleteAddress/:id" },
  getWebhook: { method: "GET", path: "/api/account/getWebhook/:id" },
  updateWebhook: { method: "PUT", path: "/api/account/updateWebhook" },
  sendTestEvent: { method: "POST", path: "/api/account/sendTestEvent/:id" },
  showWebhookSecret: { method: "POST", path: "/api/account/showWebhookSecret/:id" },
  renewWebhookSecret: { method: "POST", path: "/api/account/renewWebhookSecret/:id" },
  listWebhookDeliveries: { method: "GET", path: "/api/account/webhookDeliveries" },
  replayDelivery: { method: "POST", path: "/api/account/replayDelivery/:id" },
  replayFailed: { method: "POST", path: "/api/account/replayFailed" },
  forgotPassword: { method: "POST", path: "/api/auth/forgotPassword" },
  resetPassword: { method: "POST", path: "/api/auth/resetPassword" },
  mailedLink: { method: "GET", path: "/api/auth/mailedLink" },
  addTestAccount: { method: "POST", path: "/api/account/addTestAccount" },
  addAccountAdministrator: { method: "POST", path: "/api/account/addAccountAdministrator" },
  confirmMailbox: { method: "POST", path: "/api/account/confirmMailbox" },
  acceptInvitation: { method: "POST", path: "/api/account/acceptInvitation" },
  getJoinKey: { method: "GET", path: "/api/account/joinKey" },
  renewJoinKey: { method: "POST", path: "/api/account/renewJoinKey" },
  getAccountAdministrator: { method: "GET", path: "/api/account/getAccountAdministrator/:id" },
  inviteAdministrator: { method: "POST", path: "/api/account/inviteAdministrator" },
  resendInvitation: { method: "POST", path: "/api/account/resendInvitation/:id" },
  approveJoining: { method: "POST", path: "/api/account/approveJoining" },
  updateAccountAdministratorRole: { method: "PUT", path: "/api/account/updateAccountAdministratorRole" },
  updateAccountAdministratorRoles: { method: "POST", path: "/api/account/updateAccountAdministratorRoles" },
  setAdministratorActive: { method: "PUT", path: "/api/account/setAdministratorActive" },
  deleteAccountAdministrator: { method: "DELETE", path: "/api/account/deleteAccountAdministrator/:id" },
  deleteAccountAdministrators: { method: "POST", path: "/api/account/deleteAccountAdministrators" },
  getOwnAccount: { method: "GET", path: "/api/account/ownAccount" },
  updateAccountAdministrator: { method: "PUT", path: "/api/account/updateAccountAdministrator" },
  confirmNewEmail: { method: "POST", path: "/api/account/confirmNewEmail" },
  setOwnLanguage: { method: "PUT", path: "/api/account/ownLanguage" },
  endOwnSession: { method: "DELETE", path: "/api/account/ownSession/:id" },
  endOtherSessions: { method: "POST", path: "/api/account/endOtherSessions" },
  startTotp: { method: "POST", path: "/api/account/startTotp" },
  confirmTotp: { method: "POST", path: "/api/account/confirmTotp" },
  removeTotp: { method: "POST", path: "/api/account/removeTotp" },
  renewRecoveryCodes: { method: "POST", path: "/api/account/renewRecoveryCodes" },
  removeSecondFactor: { method: "POST", path: "/api/account/removeSecondFactor/:id" },
  startPasskey: { method: "POST", path: "/api/account/startPasskey" },
  addPasskey: { method: "POST", path: "/api/account/addPasskey" },
  renamePasskey: { method: "PUT", path: "/api/account/renamePasskey" },
  removePasskey: { method: "POST", path: "/api/account/removePasskey" },
  passkeyOptions: { method: "POST", path: "/api/auth/passkeyOptions" },
  passkeyLogin: { method: "POST", path: "/api/auth/passkeyLogin" },
  loginWays: { method: "GET", path: "/api/auth/loginWays" },
  startOidcLogin: { method: "POST", path: "/api/auth/startOidcLogin" },
  startOidcLink: { method: "POST", path: "/api/account/startOidcLink" },
  finishOidc: { method: "POST", path: "/api/auth/finishOidc" },
  removeOidc: { method: "POST", path: "/api/account/removeOidc" },
  getPasswordLogin: { method: "GET", path: "/api/account/passwordLogin" },
  setPasswordLogin: { method: "PUT", path: "/api/account/passwordLogin" },
} as const satisfies Record<AccountCallName, { readonly method: string; readonly path: string }>;
