/** SQL of an organisation's look. */
import type { Db } from "../../db/database.ts";

/** Logos as data URLs, `colour` as #RRGGBB; null: the product's own. */
export type Look = {
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly mailLogo: string | null;
  readonly colour: string | null;
};

/** A look with its version. */
export type StoredLook = Look & { readonly version: number };

/** The look of an organisation; `forUpdate`: others wait until this transaction ends. @throws where there is no such organisation */
export async function readLook(db: Db, organisationId: string, { forUpdate = false } = {}): Promise<StoredLook> {
  const query = db
    .selectFrom("organisation")
    .select(["logo", "logo_dark", "mail_logo", "colour", "look_version"])
    .where("organisation_id", "=", organisationId);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow();
  const { logo, logo_dark: logoDark, mail_logo: mailLogo, colour, look_version: version } = row;
  return { logo, logoDark, mailLogo, colour, version };
}

/** Writes a look with its version. */
export async function saveLook(db: Db, organisationId: string, look: StoredLook): Promise<void> {
  await db
    .updateTable("organisation")
    .set({
      logo: look.logo,
      logo_dark: look.logoDark,
      mail_logo: look.mailLogo,
      colour: look.colour,
      look_version: look.version,
    })
    .where("organisation_id", "=", organisationId)
    .execute();
}
