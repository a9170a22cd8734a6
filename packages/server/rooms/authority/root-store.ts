/** SQL of what is asked of a root outside, and of what it says of its CAs. */
import type { Db } from "../../db/database.ts";
import type { KeyId } from "../../ports/keys.ts";
import type { IssuingRole } from "./authority-rules.ts";

/** An open request: the name and role of the unit to come, its key, and the request (DER). */
export type OpenRequest = {
  readonly name: string;
  readonly role: IssuingRole;
  readonly keyId: KeyId;
  readonly request: Uint8Array;
};

/** Every open request, at most one a role. */
export async function readRequests(db: Db): Promise<OpenRequest[]> {
  return await db
    .selectFrom("authority_request")
    .select(["name", "role", "key_id as keyId", "request"])
    .orderBy("name")
    .execute();
}

/** Keeps a request until its certificate comes. */
export async function saveRequest(db: Db, { name, role, keyId, request }: OpenRequest, at: Date): Promise<void> {
  await db
    .insertInto("authority_request")
    .values({ name, role, key_id: keyId, request: Buffer.from(request), requested_at: at })
    .execute();
}

/** Its certificate has come: the key is a unit's now. */
export async function closeRequest(db: Db, name: string): Promise<void> {
  await db.deleteFrom("authority_request").where("name", "=", name).execute();
}

/**
 * A revoked CA issues nothing more, and neither are its time-stamping unit and its seal used: the upkeep makes others. Answers the CA's
 * name; null: none of that number.
 */
export async function retireRevoked(
  db: Db,
  { issuer, serial }: { readonly issuer: string; readonly serial: string },
): Promise<string | null> {
  const ca = await db
    .updateTable("authority_unit")
    .set({ active: false })
    .where("issuer", "=", issuer)
    .where("serial", "=", serial)
    .returning("name")
    .executeTakeFirst();
  if (ca === undefined) return null;
  await db
    .updateTable("authority_unit")
    .set({ active: false })
    .where("issuer", "=", ca.name)
    .where("role", "in", ["tsu", "service-seal"])
    .execute();
  return ca.name;
}
