/** A person with an account as lists on the wire show them, to administrators and to operators. */
import type { PersonView } from "@siegel/contract/calls/people.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { Person } from "../../rooms/administrators/administrators.ts";

/** What is said to a cursor that is none of ours. */
export const notOurCursor: Said = {
  en: "cursor: take the next_cursor of the page before, or leave it out for the first page",
  de: "cursor: nehmen Sie den next_cursor der vorigen Seite, oder lassen Sie ihn für die erste weg",
};

/** A person as the wire says it. */
export function personView(person: Person, now: Date): PersonView {
  const { invitedUntil } = person;
  return {
    user_id: person.administratorId,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    account_role: person.role,
    organization_id: person.organisationId,
    language_id: person.language,
    state: person.state,
    created_at: person.createdAt.toISOString(),
    last_login_at: person.lastLoginAt?.toISOString() ?? null,
    invited_until: invitedUntil !== null && invitedUntil > now ? invitedUntil.toISOString() : null,
    second_factor: person.factor,
    version: person.version,
  };
}
