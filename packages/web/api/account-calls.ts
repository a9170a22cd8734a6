/** Where each call of people with an account goes; loaded with their pages only. `calls.test.ts` compares every line with the contract. */

import type {
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
import type { editInterface, getOwnInterface, resetInterface } from "@siegel/contract/calls/look.ts";
import type {
  addAddress,
  deleteAddress,
  getOrganization,
  updateAddress,
  updateOrganization,
} from "@siegel/contract/calls/organisation.ts";
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
} as const satisfies Record<AccountCallName, { readonly method: string; readonly path: string }>;
