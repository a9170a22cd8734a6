/** SQL of the licences: what is promised, used and left. */
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { SignatureClass } from "./signature-class.ts";

/** How many signatures of each class. */
export type PerClass = Readonly<Record<SignatureClass, number>>;

/** Promises signatures where the licence has that many left and is not over; answers whether it had. Locks the licence's row. */
export async function promise(db: Db, tokenId: string, wanted: PerClass & { now: Date }): Promise<boolean> {
  const done = await sql`
    update licence l
       set ses_promised = l.ses_promised + ${wanted.ses}, aes_promised = l.aes_promised + ${wanted.aes}, qes_promised = l.qes_promised + ${wanted.qes}
      from api_token t
     where t.token_id = ${tokenId} and t.licence_id = l.licence_id
       and (l.expires_at is null or l.expires_at > ${wanted.now})
       and (${wanted.ses}::int = 0 or l.ses_used + l.ses_promised + ${wanted.ses} <= l.ses_limit)
       and (${wanted.aes}::int = 0 or l.aes_used + l.aes_promised + ${wanted.aes} <= l.aes_limit)
       and (${wanted.qes}::int = 0 or l.qes_used + l.qes_promised + ${wanted.qes} <= l.qes_limit)`.execute(db);
  return done.numAffectedRows === 1n;
}

/** Takes promises back. */
export async function unpromise(db: Db, tokenId: string, released: PerClass): Promise<void> {
  await sql`
    update licence l
       set ses_promised = l.ses_promised - ${released.ses}, aes_promised = l.aes_promised - ${released.aes}, qes_promised = l.qes_promised - ${released.qes}
      from api_token t where t.token_id = ${tokenId} and t.licence_id = l.licence_id`.execute(db);
}

/** Turns one promise into a used signature, on the licence and on the token. */
export async function usePromise(db: Db, tokenId: string, signatureClass: SignatureClass): Promise<void> {
  const promised = sql.ref(`${signatureClass}_promised`);
  const used = sql.ref(`${signatureClass}_used`);
  await sql`
    with token as (update api_token set ${used} = ${used} + 1 where token_id = ${tokenId} returning licence_id as of_token)
    update licence l set ${promised} = ${promised} - 1, ${used} = l.${used} + 1 from token where token.of_token = l.licence_id`.execute(
    db,
  );
}

/** Used, promised and allowed signatures of a class on the licence of a token, and what this token used. */
export async function readUsage(db: Db, tokenId: string): Promise<Record<SignatureClass, Usage> | null> {
  const row = await db
    .selectFrom("api_token as t")
    .innerJoin("licence as l", "l.licence_id", "t.licence_id")
    .selectAll("l")
    .select(["t.ses_used as token_ses", "t.aes_used as token_aes", "t.qes_used as token_qes"])
    .where("t.token_id", "=", tokenId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ses: { limit: row.ses_limit, used: row.ses_used, promised: row.ses_promised, usedByToken: row.token_ses },
    aes: { limit: row.aes_limit, used: row.aes_used, promised: row.aes_promised, usedByToken: row.token_aes },
    qes: { limit: row.qes_limit, used: row.qes_used, promised: row.qes_promised, usedByToken: row.token_qes },
  };
}

/** Counters of one signature class. */
export type Usage = {
  readonly limit: number;
  readonly used: number;
  readonly promised: number;
  readonly usedByToken: number;
};

/** The licence of an organisation. @throws when it has none */
export async function readLicenceId(db: Db, organisationId: string): Promise<string> {
  const query = db.selectFrom("licence").select("licence_id").where("organisation_id", "=", organisationId);
  return (await query.executeTakeFirstOrThrow()).licence_id;
}

/** A licence with its counters. `tokens`: how many were made with it, terminated ones too. */
export type LicenceState = {
  readonly licenceId: string;
  readonly expiresAt: Date | null;
  readonly isTrial: boolean;
  readonly tokens: number;
  /** What a signature of each class costs, in cents. */
  readonly feeCents: PerClass;
  readonly usage: Readonly<Record<SignatureClass, Omit<Usage, "usedByToken">>>;
};

/** The licence of an organisation. @throws when it has none */
export async function readLicence(db: Db, organisationId: string): Promise<LicenceState> {
  const row = await db
    .selectFrom("licence as l")
    .selectAll("l")
    .select((e) =>
      e
        .selectFrom("api_token as t")
        .select((count) => count.fn.countAll<string>().as("n"))
        .whereRef("t.licence_id", "=", "l.licence_id")
        .as("tokens"),
    )
    .where("l.organisation_id", "=", organisationId)
    .executeTakeFirstOrThrow();
  return {
    licenceId: row.licence_id,
    expiresAt: row.expires_at,
    isTrial: row.trial,
    tokens: Number(row.tokens ?? 0),
    feeCents: { ses: row.ses_fee_cents, aes: row.aes_fee_cents, qes: row.qes_fee_cents },
    usage: {
      ses: { limit: row.ses_limit, used: row.ses_used, promised: row.ses_promised },
      aes: { limit: row.aes_limit, used: row.aes_used, promised: row.aes_promised },
      qes: { limit: row.qes_limit, used: row.qes_used, promised: row.qes_promised },
    },
  };
}

/** What an operator changes of a licence; what is missing stays as it is. `expiresAt` null: without an end. */
export type LicenceChange = {
  /** A trial becomes a paid licence; false: it stays what it is. */
  readonly isPaid: boolean;
  readonly expiresAt?: Date | null;
  readonly limits: Partial<PerClass>;
  readonly feeCents: Partial<PerClass>;
};

/** Writes what an operator changed of a licence. */
export async function saveLicence(
  db: Db,
  organisationId: string,
  { isPaid, expiresAt, limits, feeCents }: LicenceChange,
): Promise<void> {
  const named = (suffix: string, numbers: Partial<PerClass>) =>
    Object.fromEntries(
      Object.entries(numbers).map(([signatureClass, number]) => [`${signatureClass}_${suffix}`, number]),
    );
  const changed = {
    ...(isPaid ? { trial: false } : {}),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...named("limit", limits),
    ...named("fee_cents", feeCents),
  };
  if (Object.keys(changed).length === 0) return;
  if (expiresAt !== undefined) await moveTokenEnds(db, organisationId, expiresAt);
  await db.updateTable("licence").set(changed).where("organisation_id", "=", organisationId).execute();
}

/** Tokens that end with the licence go on doing so, and none ends after it. */
async function moveTokenEnds(db: Db, organisationId: string, end: Date | null): Promise<void> {
  await sql`
    update api_token t set expires_at = ${end}::timestamptz
      from licence l
     where l.licence_id = t.licence_id and l.organisation_id = ${organisationId}
       and (t.expires_at is not distinct from l.expires_at or t.expires_at > ${end}::timestamptz)`.execute(db);
}
