/**
 * Who may do what in an organisation's administration (admin-side.md §6): one table, read by the server before every call and by the web
 * for every button. A call names its permission in `calls/`; what may be done with a thing in its state stands in `account-acts.ts`.
 */

/** `organization_admin` and `admin` have the same rights and are both shown as 'Administrator'. */
export const accountRoles = ["organization_admin", "admin", "user"] as const;
/** Role of a person in their organisation. */
export type AccountRole = (typeof accountRoles)[number];

const everyone: readonly AccountRole[] = accountRoles;
const administrators: readonly AccountRole[] = ["organization_admin", "admin"];

/** Which roles have a permission. */
export const permissions = {
  /** The own session, name, password, language and second factors. */
  "own account": everyone,
  /** Look at and change tokens and the use of the licence. */
  tokens: administrators,
  /** Look at, invite, approve, change and remove people. */
  users: administrators,
  /** Change logo and colour. */
  look: administrators,
  /** Change the organisation's data, addresses and join key. */
  organisation: administrators,
  /** See the ids for programs; change webhooks and see their deliveries. */
  api: administrators,
} as const satisfies Record<string, readonly AccountRole[]>;

/** Name of a permission. */
export type Permission = keyof typeof permissions;

/** Why a role may not, as a code of the wire; null where it may. */
export function whyNotPermitted(role: AccountRole, permission: Permission): "INSUFFICIENT_PERMISSIONS" | null {
  return permissions[permission].includes(role) ? null : "INSUFFICIENT_PERMISSIONS";
}

/** Whether a role is shown as 'Administrator'. */
export const isAdministrator = (role: AccountRole): boolean => administrators.includes(role);
