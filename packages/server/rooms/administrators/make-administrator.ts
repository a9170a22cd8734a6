/** Makes an account that may log in at once; for the demo, and for what has proven its mailbox. */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import { hashPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { insertAdministrator, readLogin } from "./administrators-store.ts";

/** A new account. */
export type NewAdministrator = {
  readonly organisationId: OrganisationId;
  readonly role: AccountRole;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  readonly password: string;
};

/** Makes an active account and answers its id. @throws when the address has one already */
export async function makeAdministrator(
  deps: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  { password, ...made }: NewAdministrator,
): Promise<AdministratorId> {
  const administratorId = deps.random.id() as AdministratorId;
  const passwordHash = await hashPassword(password, deps.random.bytes(salt_bytes));
  await insertAdministrator(deps.db, { ...made, administratorId, state: "active", passwordHash, at: deps.clock.now() });
  return administratorId;
}

/** Whether an address has an account. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await readLogin(db, email)) !== null;
}
