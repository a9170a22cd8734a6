/** SQL of the language in which somebody is written to. */
import type { Language } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** In which language the holder of a certificate was identified last; null: that is forgotten. */
export async function languageOf(
  db: Db,
  { certificateId, personId }: { readonly certificateId: string; readonly personId: string },
): Promise<Language | null> {
  const { rows } = await sql<{ language: Language }>`
    select language, begun_at as at from identity_check where certificate_id = ${certificateId}
    union all select language, identified_at from identity_case where person_id = ${personId}
    order by at desc limit 1`.execute(db);
  return rows[0]?.language ?? null;
}
