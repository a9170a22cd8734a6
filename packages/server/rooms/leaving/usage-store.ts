/** SQL of the warnings about limits. */
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { SignatureClass } from "../accounts/accounts.ts";
import { usage_percents } from "./leaving-rules.ts";

/** Part of a limit that is taken and of which nobody was told. */
export type Reached = {
  readonly organisationId: string;
  readonly signatureClass: SignatureClass;
  readonly limit: number;
  readonly percent: number;
};

/** Of every active organisation, the highest part of each limit in front. Used and reserved signatures count. */
export async function readReached(db: Db): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select l.organisation_id as "organisationId", c.signature_class as "signatureClass", c.of_limit as "limit", p.percent
      from licence l join organisation o using (organisation_id)
     cross join lateral (values ('ses', l.ses_limit, l.ses_used + l.ses_promised), ('aes', l.aes_limit, l.aes_used + l.aes_promised),
                                ('qes', l.qes_limit, l.qes_used + l.qes_promised)) as c (signature_class, of_limit, taken)
     cross join unnest(${[...usage_percents]}::int[]) as p (percent)
     where o.active and c.of_limit > 0 and c.taken::bigint * 100 >= c.of_limit::bigint * p.percent
       and not exists (select from usage_warning w where w.organisation_id = l.organisation_id and w.signature_class = c.signature_class
                          and w.percent = p.percent and w.of_limit >= c.of_limit)
     order by l.organisation_id, c.signature_class, p.percent desc`.execute(db);
  return rows;
}

/** Notes a warning; false where one about this limit or a higher one went out before. */
export async function saveReached(db: Db, reached: Reached, at: Date): Promise<boolean> {
  const row = await db
    .insertInto("usage_warning")
    .values({
      organisation_id: reached.organisationId,
      signature_class: reached.signatureClass,
      percent: reached.percent,
      of_limit: reached.limit,
      warned_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organisation_id", "signature_class", "percent"])
        .doUpdateSet({ of_limit: reached.limit, warned_at: at })
        .where("usage_warning.of_limit", "<", reached.limit),
    )
    .returning("percent")
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the warnings of an organisation. */
export async function deleteWarnings(db: Db, organisationId: string): Promise<void> {
  await db.deleteFrom("usage_warning").where("organisation_id", "=", organisationId).execute();
}
