/** Who changes something: the session's person and organisation, with address and browser as the server saw them. */
import type { ActingPerson, AdministratorSession } from "../../rooms/administrators/administrators.ts";

/** For the rooms and their trail; nothing of it comes from the payload. */
export function byPerson({
  session: { person },
  ip,
  userAgent,
}: {
  readonly session: AdministratorSession;
  readonly ip: string;
  readonly userAgent: string;
}): ActingPerson {
  const { administratorId, organisationId } = person;
  return { administratorId, organisationId, ip, userAgent };
}
