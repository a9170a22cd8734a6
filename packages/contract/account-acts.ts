/**
 * What may be done with a thing of an organisation in its state: one function for each act, which answers the code of the reason why not, or
 * null. The server asks before it acts, the web before it offers a button.
 */
import type { AddressType } from "./address-types.ts";
import { type AccountRole, isAdministrator } from "./permissions.ts";

/** `expired` tokens are terminated too: nothing brings one back. */
export const tokenStates = ["active", "terminated"] as const;
export type TokenState = (typeof tokenStates)[number];

/** Why a token may not be renamed, disabled or given a new key (admin-side.md §4: only while it is active). */
export function whyNotChangeToken({ state }: { readonly state: TokenState }): "TOKEN_TERMINATED" | null {
  return state === "active" ? null : "TOKEN_TERMINATED";
}

/** admin-side.md §5: invoices need somewhere to go. */
export const whyNotDeleteAddress = (type: AddressType): "BillingAddressDeleteError" | null =>
  type === "billing address" ? "BillingAddressDeleteError" : null;

/** The last billing address stays one: else it could be deleted as another kind. `billing`: how many there are. */
export const whyNotChangeAddressType = (
  change: { readonly from: AddressType; readonly to: AddressType },
  billing: number,
): "BillingAddressDeleteError" | null =>
  change.from === "billing address" && change.to !== change.from && billing <= 1 ? "BillingAddressDeleteError" : null;

/** invited: has an invitation · waiting: asked to join · active · disabled: may not log in. */
export const personStates = ["active", "invited", "waiting", "disabled"] as const;
export type PersonState = (typeof personStates)[number];

/** A person as others may act on them. */
export type PersonFacts = {
  readonly state: PersonState;
  readonly role: AccountRole;
  /** Whether it is the person who acts. */
  readonly isSelf: boolean;
  /** Whether nobody else administers the organisation. */
  readonly isLastAdministrator: boolean;
};

/** Why a person's role may not be changed (admin-side.md §4). Who waits gets a role when they are let in. */
export function whyNotChangeRole(
  { state, isSelf, isLastAdministrator }: PersonFacts,
  to: AccountRole,
): "CANNOT_CHANGE_OWN_ROLE" | "LAST_ADMINISTRATOR" | "PERSON_WAITING" | null {
  if (isSelf) return "CANNOT_CHANGE_OWN_ROLE";
  if (state === "waiting") return "PERSON_WAITING";
  return isLastAdministrator && !isAdministrator(to) ? "LAST_ADMINISTRATOR" : null;
}

/** Why a person may not be disabled (`active: false`) or enabled. */
export function whyNotSetActive(
  { state, isSelf, isLastAdministrator }: PersonFacts,
  active: boolean,
): "CANNOT_REMOVE_SELF" | "LAST_ADMINISTRATOR" | "PERSON_WAITING" | "PERSON_INVITED" | null {
  if (isSelf) return "CANNOT_REMOVE_SELF";
  if (state === "waiting") return "PERSON_WAITING";
  if (state === "invited") return "PERSON_INVITED";
  return isLastAdministrator && !active ? "LAST_ADMINISTRATOR" : null;
}

/** Why a person may not be deleted. An invitation is taken back so, a request to join refused without a mail. */
export function whyNotDeletePerson({
  isSelf,
  isLastAdministrator,
}: PersonFacts): "CANNOT_REMOVE_SELF" | "LAST_ADMINISTRATOR" | null {
  if (isSelf) return "CANNOT_REMOVE_SELF";
  return isLastAdministrator ? "LAST_ADMINISTRATOR" : null;
}

/** Why nobody can remove a person's second factor here: there is none, or it is the own, which the account section removes. */
export function whyNotRemoveFactor({
  isSelf,
  hasFactor,
}: Pick<PersonFacts, "isSelf"> & { readonly hasFactor: boolean }): "CANNOT_REMOVE_SELF" | "NO_SECOND_FACTOR" | null {
  if (!hasFactor) return "NO_SECOND_FACTOR";
  return isSelf ? "CANNOT_REMOVE_SELF" : null;
}

/** Why nobody may turn passwords off: who does so must be sure to come in without one. `hasWorked`: their own login at the provider. */
export const whyNotTurnPasswordsOff = ({ hasWorked }: { readonly hasWorked: boolean }): "OIDC_NOT_USED_YET" | null =>
  hasWorked ? null : "OIDC_NOT_USED_YET";

/** Why a person may not end their login at the provider: where passwords are off, nothing else lets them in. */
export function whyNotUnlink({
  isLinked,
  passwordsOff,
}: {
  readonly isLinked: boolean;
  readonly passwordsOff: boolean;
}): "OIDC_NOT_LINKED" | "OIDC_NEEDED" | null {
  if (!isLinked) return "OIDC_NOT_LINKED";
  return passwordsOff ? "OIDC_NEEDED" : null;
}

/** Why an invitation may not be sent again: there is none, or it was accepted. */
export const whyNotResend = ({ state }: Pick<PersonFacts, "state">): "INVITATION_ACCEPTED" | null =>
  state === "invited" ? null : "INVITATION_ACCEPTED";

/** Why nobody need decide whether a person may join: they are in already. */
export const whyNotDecideJoining = ({ state }: Pick<PersonFacts, "state">): "JOINING_DECIDED" | null =>
  state === "waiting" ? null : "JOINING_DECIDED";
