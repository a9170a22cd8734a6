/** Who acts in a call of the administration, as rooms and the audit trail name them: the session says it, never the payload. */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { AdministratorSession } from "../../rooms/administrators/administrators.ts";
import type { Actor } from "../../rooms/audit-trail/audit-trail.ts";

/** The acting person and their organisation. */
export function actingIn({
  session: { person },
  ip,
  userAgent,
}: {
  readonly session: AdministratorSession;
  readonly ip: string;
  readonly userAgent: string;
}): { readonly organisationId: OrganisationId; readonly actor: Actor } {
  return {
    organisationId: person.organisationId,
    actor: { kind: "administrator", id: person.administratorId, ip, userAgent },
  };
}
