/** People with an account whom mails are written to, and their links, over a bare database. */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { systemRandom as random } from "../adapters/random.ts";
import type { Db } from "../db/database.ts";
import { makeAdministrator } from "../rooms/administrators/administrators.ts";
import { makeLink } from "../rooms/administrators/mailed-links.ts";
import { insertPasskey } from "../rooms/administrators/passkeys-store.ts";
import { insertRegistration } from "../rooms/administrators/registration-store.ts";
import { start } from "./mailed-workflow.ts";

const clock = { now: () => start };

/** An id that nothing has. */
export const newId = (): string => random.id();

/** Makes Frauke Petersen an administrator of the organisation `o`, under an address of her own. */
export async function makePerson(db: Db, language: Language) {
  const email = `${random.id()}@hafenwerk.example`;
  const administratorId = await makeAdministrator(
    { db, clock, random },
    {
      organisationId: "o" as OrganisationId,
      role: "admin",
      firstName: "Frauke",
      lastName: "Petersen",
      email,
      phone: null,
      language,
      password: "Speicher-8!",
    },
  );
  return { email, administratorId };
}

/** Makes a link to a new password that lives for half an hour, and answers its id. */
export const makeResetLink = (db: Db, administratorId: AdministratorId): Promise<string> =>
  makeLink({ db, clock, random }, { administratorId, registrationId: null, purpose: "reset", lives_s: 1_800 });

/** Gives a person a passkey of this name. */
export async function makePasskey(db: Db, administratorId: AdministratorId, name: string): Promise<void> {
  const key = { passkeyId: newId(), publicKey: new Uint8Array(1), counter: 0, transports: [] };
  await insertPasskey(db, { ...key, administratorId, name, at: start });
}

/** Registers an organisation under somebody's address, with a link that proves the mailbox. */
export async function makeRegistration(
  db: Db,
  typed: { readonly firstName: string; readonly lastName: string; readonly organisationName: string },
): Promise<{ readonly registrationId: string; readonly linkId: string }> {
  const registrationId = newId();
  const own = { email: "victim@example.org", phone: null, language: "en", passwordHash: "x" } as const;
  const wanted = { kind: "organisation", organisationId: null } as const;
  await insertRegistration(db, { registrationId, ...typed, ...own, ...wanted, at: start });
  const owner = { administratorId: null, registrationId };
  const linkId = await makeLink({ db, clock, random }, { ...owner, purpose: "confirm", lives_s: 3_600 });
  return { registrationId, linkId };
}
