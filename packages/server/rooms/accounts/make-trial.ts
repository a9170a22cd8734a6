/** Makes an organisation that tries the service for two weeks (decisions.md §4). */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { type Language, trial_days, trial_limits } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { insertLicence, insertOrganisation } from "./organisation-store.ts";

/** Makes an organisation with a trial licence and answers its id. Another one of the same name is another organisation. */
export async function makeTrialOrganisation(
  deps: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  { name, language }: { readonly name: string; readonly language: Language },
): Promise<OrganisationId> {
  const organisationId = deps.random.id() as OrganisationId;
  const at = deps.clock.now();
  await insertOrganisation(deps.db, { organisationId, name, language, logo: null, colour: null, at, demo: false });
  const expiresAt = new Date(at.getTime() + trial_days * 86_400_000);
  const licence = { licenceId: deps.random.id(), organisationId, limits: trial_limits, trial: { expiresAt } };
  await insertLicence(deps.db, licence);
  return organisationId;
}
