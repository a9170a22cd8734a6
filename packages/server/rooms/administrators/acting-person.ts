/**
 * Who acts on other people of an organisation. They come one after the other, under a lock of the organisation's row, and each is looked at
 * again there: two who take each other's role in the same instant must not both succeed.
 */
import { isAdministrator } from "@siegel/contract/permissions.ts";
import type { Db } from "../../db/database.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { lockOrganisation, readPersonOf } from "./people-store.ts";

/** Locks the organisation until the transaction ends; answers whether the person may still act there. */
export async function mayStillAct(db: Db, by: ActingPerson): Promise<boolean> {
  await lockOrganisation(db, by.organisationId);
  const acting = await readPersonOf(db, by.organisationId, by.administratorId);
  return acting?.state === "active" && isAdministrator(acting.role);
}
