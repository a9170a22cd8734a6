/** The organisation that a newcomer finds in development: verified, with a look of its own and a roomy licence. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { findOrganisation, insertLicence, insertOrganisation, insertRegister } from "./organisation-store.ts";

/** Its name; also how a second start finds it. */
const demoOrganisationName = "Hafenwerk Wohnungsgenossenschaft eG";
const colour = "#0B5D7A";
const limit = 1_000_000;

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40" width="160" height="40"><path fill="#0B5D7A" d="M4 30V14l10-8 10 8v16h-7v-9h-6v9zm-2 4h24v3H2z"/>' +
  '<text x="34" y="27" font-family="sans-serif" font-size="19" font-weight="700" fill="#0B5D7A">Hafenwerk</text></svg>';

const register = {
  legalName: demoOrganisationName,
  // Register type, country and number (ETSI EN 319 412-1 §5.1.4); Genossenschaftsregister Hamburg, invented.
  organizationIdentifier: "NTRDE-HAMBURG.GNR9999",
  country: "DE",
  locality: "Hamburg",
  representatives: [{ firstName: "Frauke", lastName: "Petersen", email: "frauke.petersen@hafenwerk.example" }],
};

/** Where the demo organisation stands after seeding. */
type DemoOrganisation = { readonly organisationId: string; readonly created: boolean };

/** Makes the demo organisation with its licence and its register record, or finds the one that is there. */
export async function seedDemoOrganisation(deps: { db: Db; clock: Clock; random: Random }): Promise<DemoOrganisation> {
  return await inTransaction(deps.db, async (db) => {
    const found = await findOrganisation(db, demoOrganisationName);
    if (found !== null) return { organisationId: found, created: false };
    const organisationId = deps.random.id();
    const at = deps.clock.now();
    const logo = `data:image/svg+xml;base64,${Buffer.from(mark).toString("base64")}`;
    const named = { organisationId, name: demoOrganisationName, language: "de" } as const;
    await insertOrganisation(db, { ...named, logo, colour, at, demo: true });
    await insertLicence(db, {
      licenceId: deps.random.id(),
      organisationId,
      limits: { ses: limit, aes: limit, qes: 0 },
    });
    await insertRegister(db, { organisationId, ...register, verifiedAt: at, verifiedBy: "seed" });
    return { organisationId, created: true };
  });
}
