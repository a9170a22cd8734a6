/** The organisation that a newcomer finds in development: verified, with a look of its own and a roomy licence. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { findDemoOrganisation, insertLicence, insertOrganisation, insertRegister } from "./organisation-store.ts";

/** Its name; also how a second start finds it. */
const demoOrganisationName = "Hafenwerk Wohnungsgenossenschaft eG";
const colour = "#0B5D7A";
const limit = 1_000_000;

/** A house with the word "Hafenwerk", in the colour above on nothing: a PNG, because mail programs draw no SVG. */
const logo = `data:image/png;base64,${[
  "iVBORw0KGgoAAAANSUhEUgAAARIAAABQBAMAAAAn/ufDAAAAMFBMVEULXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoLXXoS",
  "PoLbAAAAEHRSTlMAESIzRFVmd4iZqrvM3e7/dpUBFQAABC1JREFUeNrtl09oHGUYxn/f7qbZpAFXcxCh2hXxJJixFQQPYQMBhYKuoughsAt6s9SAB5UeElFP",
  "KokXT5UE/+GpiSehETKi9mApm/ZYwY0EitDIbsOadN2ZfTzM/pv9g9tp7O5hnsu3880zO8+87/c93/tCiBAhQoQIMSiMLQ+JEJNzEsOhZFraGQohRyQpOwxK",
  "ViSpPARCjkmS9OPAhUQLnpKqNWglb6qG/UFbiRoYrKmYXFPJYE1lWi3YGbSVNJEdsJU0UR60lTTRr6mYs4Xf3vsfrKQJn6ksSd5lTm7bk89JKgZ/cUQ6aPwG",
  "ON2xWczF/j7hO2DrcMIRAehiIGP9mRCAfThKYnf09CPgfDIUSix4eZ1DzE5gJA9tldypEqA4SCUj5wrX3gemtAgFZcG88bv7TcLblnucyt/IQky6BSzJBTLS",
  "sp9WMp8rVduo+capqy7o7SejBUn6CaYaR8MZSSonPCVxSW4SCnKAnJSAJSntp5Uel1Ken4xLFQIoMZseId1UMu79uOopWZCkP2BN8v47DTkJP62UbyhZkq4E",
  "yU68FtOvmlMfesNjCYDYIsADYEOKmLfDLJw22pFkI9nz6Pm+Y3JpY2NjY6MgF6akP2fmpAqx2RXppdlkVKp+9sqmtExEcrVbkJRkSponLskmKu3jp0n1mExL",
  "JfpWUocLZ1RN1kO/ICXgqHQV4tIeEUk/EytI80xIqxyVdJNRaa+dVp4xiYh0YAotVchtKWHyda/qTdaVHJfSQF4HRCQlISOtEpe2uUdSiXHJbqfN107AiVoR",
  "EmAX/3XOy33j2MyidcD2DLuyDWuQwIH7SHGDGDGw22hu/bD7Er4P7PaTJ57J+jzfeCGMArhAFRI4xUQMi8vPRnkY7DaaU68W01Sz7TExxhhjur77CWOMMZ6z",
  "j5zfvfBW681eBbhNlBQ/ECWF7DaamtZaLgbLTuzaC30y14licRljWY0QdPWFZLDsnEoCl36Zbz16qh/5vrMZk8kEW1uWZVHpTcOspgIpWYSvTxczLTPb8E7X",
  "pQ0ncYu2NWPh9KQV7uWpQNkxFgdzRV/Si0S6LpUKPImDzQnI9aS9CnEriJKIt+wtXxZIA+++1kZ14CQVNnkU1nvRyhfWW8pXn5n9xwkYlUpeN2C1eOwORKT9",
  "erE+IdlAQXltMy5XsrrRvPEhr3y47ZhUYSxtzrbG+RYc+2D2Y6h0bJ4kNg4Rqlu9addh1AoQE9YkSa0xYaHRxPpjkqnPeX7eQauNK9KVIEq8Xj7TqmS00cP6",
  "lRyXlICc9DfdaLXxQemfIM52sQgc+FqLcgZAb7dTd8Etgl1LSC/adRhJB1Di3H+++u3T/rkv5vLVX1/saOAcb5/Z9e6sB81dhk8xLaZn6Li4i4gwLAiVhEpC",
  "hAgR4m7CdLYfLbdCtw+VhEpChAhxuPgXadus2NEW2DoAAAAASUVORK5CYII=",
].join("")}`;

const register = {
  legalName: demoOrganisationName,
  // Register type, country and number (ETSI EN 319 412-1 §5.1.4); Genossenschaftsregister Hamburg, invented.
  organizationIdentifier: "NTRDE-HAMBURG.GNR9999",
  country: "DE",
  locality: "Hamburg",
  representatives: [
    { firstName: "Frauke", lastName: "Petersen", email: "frauke.petersen@hafenwerk.example" },
    { firstName: "Ole", lastName: "Matthiesen", email: "ole.matthiesen@hafenwerk.example" },
  ],
};

/** Where the demo organisation stands after seeding. */
type DemoOrganisation = { readonly organisationId: string; readonly created: boolean };

/** Makes the demo organisation with its licence and its register record, or finds the one that is there. */
export async function seedDemoOrganisation(deps: { db: Db; clock: Clock; random: Random }): Promise<DemoOrganisation> {
  return await inTransaction(deps.db, async (db) => {
    const found = await findDemoOrganisation(db, demoOrganisationName);
    if (found !== null) return { organisationId: found, created: false };
    const organisationId = deps.random.id();
    const at = deps.clock.now();
    const named = { organisationId, name: demoOrganisationName, language: "de" } as const;
    await insertOrganisation(db, { ...named, logo, colour, at, demo: true });
    await insertLicence(db, {
      licenceId: deps.random.id(),
      organisationId,
      limits: { ses: limit, aes: limit, qes: limit },
    });
    await insertRegister(db, { organisationId, ...register, verifiedAt: at, verifiedBy: "seed" });
    return { organisationId, created: true };
  });
}
