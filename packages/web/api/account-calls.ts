/** Where each call of people with an account goes; loaded with their pages only. `calls.test.ts` compares every line with the contract. */
import type { getLicense } from "@siegel/contract/calls/accounts.ts";
import type {
  adminLogin,
  adminSession,
  extendAdminSession,
  logoutAdmin,
} from "@siegel/contract/calls/administrator-session.ts";
import type { DataOf, InputOf } from "./call-types.ts";

type Contract = {
  adminLogin: typeof adminLogin;
  adminSession: typeof adminSession;
  extendAdminSession: typeof extendAdminSession;
  logoutAdmin: typeof logoutAdmin;
  getLicense: typeof getLicense;
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
} as const satisfies Record<AccountCallName, { readonly method: string; readonly path: string }>;
