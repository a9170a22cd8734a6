/** Notes in the service's own trail what an administrator changed of the organisation. */
import type { Db } from "../../db/database.ts";
import { recordEvent, type TrailEvent } from "../audit-trail/audit-trail.ts";

/** Who changes something of which organisation, as the session says, and from where, as the server saw it. */
export type ByAdministrator = {
  readonly administratorId: string;
  readonly organisationId: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** Records it in the transaction of the change. */
export async function recordChange(
  db: Db,
  by: ByAdministrator,
  change: Pick<TrailEvent, "at" | "type" | "details">,
): Promise<void> {
  const { administratorId, organisationId, ip, userAgent } = by;
  const actor = { kind: "administrator", id: administratorId, ip, userAgent } as const;
  await recordEvent(db, { ...change, actor, details: { ...change.details, organisation: organisationId } });
}
