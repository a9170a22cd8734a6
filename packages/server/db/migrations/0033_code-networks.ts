import { type Kysely, sql } from "kysely";

/**
 * Codes sent were counted by the whole address, of which a customer with IPv6 has 2^64. From here on by network (`http/wire/network-of.ts`).
 * Of an IPv4 address that is the address; the few attempts from others that are younger than an hour count for nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table code_delivery rename column ip to network`.execute(db);
  await sql`alter index code_delivery_from_address rename to code_delivery_from_network`.execute(db);
}
