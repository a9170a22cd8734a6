/** SQL of mails that belong to no workflow: each is one row. */
import type { SendAccountMailPayload } from "@siegel/contract/account-mails.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { MailRow } from "./mail-rows.ts";

/** The row of such a mail. */
export const accountMessageRow = (mailId: string): MailRow => ({
  table: "account_message",
  is: sql<boolean>`mail_id = ${mailId}`,
});

/** Makes the row where it is missing; answers whether there is one now: not where the person or registration is gone. */
export async function insertAccountMessage(
  db: Db,
  {
    mailId,
    kind,
    administratorId,
    registrationId,
  }: Pick<SendAccountMailPayload, "mailId" | "administratorId" | "registrationId"> & { readonly kind: string },
  at: Date,
): Promise<boolean> {
  await sql`
    insert into account_message (mail_id, kind, administrator_id, registration_id, created_at)
    select ${mailId}, ${kind}, ${administratorId}, ${registrationId}, ${at}
     where (${administratorId}::text is null or exists (select 1 from administrator where administrator_id = ${administratorId}))
       and (${registrationId}::text is null or exists (select 1 from registration where registration_id = ${registrationId}))
    on conflict do nothing`.execute(db);
  const found = await db
    .selectFrom("account_message")
    .select("mail_id")
    .where("mail_id", "=", mailId)
    .executeTakeFirst();
  return found !== undefined;
}
