/** SQL of certificates that end soon. */
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** Days before the end of a qualified certificate at which its holder is told, the last first. */
const told_days = [7, 30, 90] as const;
const first_days = 90;

/** A certificate whose holder is to be told. */
export type Ending = { readonly certificateId: string; readonly issuer: string; readonly serial: string };

/**
 * Notes for at most `limit` certificates that their holders are told now, and answers them: where several notices are due, only the last. A
 * certificate that lives for less than the first notice has none, nor one whose mailbox is not proven: it serves in one workflow only.
 */
export async function takeEnding(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with due as (
      select certificate_id, (select min(days) from unnest(${sql.val([...told_days])}::integer[]) as days
                               where not_after <= ${now}::timestamptz + make_interval(days => days)) as days
        from signer_certificate
       where level = 'qes' and replaced_at is null and not_after > ${now}
         and not_after <= ${now}::timestamptz + make_interval(days => ${sql.lit(first_days)})
         and not_after - not_before > make_interval(days => ${sql.lit(first_days)})
         and (made_for_workflow is null or mailbox_proven_at is not null)
    )
    update signer_certificate certificate set end_told = due.days
      from due
     where certificate.certificate_id in (
             select certificate_id from signer_certificate join due using (certificate_id)
              where end_told is null or end_told > due.days order by certificate_id limit ${limit} for update of signer_certificate)
       and due.certificate_id = certificate.certificate_id
    returning certificate.certificate_id as "certificateId", issuer, serial`.execute(db);
  return rows;
}

/** A qualified certificate that is not replaced, and whose it is; null: there is none. */
export async function readEnding(
  db: Db,
  certificateId: string,
): Promise<
  | (Ending & {
      readonly certificate: Uint8Array;
      readonly kind: "person" | "organisation";
      readonly personId: string;
      readonly email: string;
      readonly notAfter: Date;
    })
  | null
> {
  const row = await db
    .selectFrom("signer_certificate")
    .select(["issuer", "serial", "certificate", "kind", "person_id", "email", "not_after as notAfter"])
    .where("certificate_id", "=", certificateId)
    .where("replaced_at", "is", null)
    .where("level", "=", "qes")
    .executeTakeFirst();
  if (row === undefined || row.person_id === null) return null;
  const { person_id: personId, certificate, ...rest } = row;
  return { ...rest, certificateId, personId, certificate: new Uint8Array(certificate) };
}
