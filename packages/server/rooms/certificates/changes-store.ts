/** SQL of changes of phone and password, and of the rest that follows. */
import type { IdentificationRoute } from "@siegel/contract/identification.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Selectable } from "kysely";
import type { CertificatesTables } from "../../db/certificates-tables.ts";
import type { Db } from "../../db/database.ts";

/** A change as stored; `toldPhone` is sealed. */
export type StoredChange = {
  readonly changeId: string;
  readonly certificateId: string;
  readonly kind: "phone" | "password";
  readonly route: IdentificationRoute | "on-site";
  readonly language: Language;
  /** In which workflow it was changed; null: in none. */
  readonly workflowId: WorkflowId | null;
  readonly toldPhone: Uint8Array;
  readonly changedAt: Date;
  readonly restsUntil: Date | null;
  readonly stoppedAt: Date | null;
};

const toChange = (row: Selectable<CertificatesTables["certificate_change"]>): StoredChange => ({
  changeId: row.change_id,
  certificateId: row.certificate_id,
  kind: row.kind,
  route: row.route,
  language: row.language,
  workflowId: row.workflow_id,
  toldPhone: new Uint8Array(row.told_phone),
  changedAt: row.changed_at,
  restsUntil: row.rests_until,
  stoppedAt: row.stopped_at,
});

/** Stores one; `stopHash`: the digest of the secret in the messages. */
export async function insertChange(
  db: Db,
  { stopHash, ...made }: Omit<StoredChange, "stoppedAt"> & { readonly stopHash: string },
): Promise<void> {
  await db
    .insertInto("certificate_change")
    .values({
      change_id: made.changeId,
      certificate_id: made.certificateId,
      kind: made.kind,
      route: made.route,
      language: made.language,
      workflow_id: made.workflowId,
      told_phone: Buffer.from(made.toldPhone),
      changed_at: made.changedAt,
      rests_until: made.restsUntil,
      stop_hash: stopHash,
    })
    .execute();
}

/** One by its id, or null. */
export async function readChange(db: Db, changeId: string): Promise<StoredChange | null> {
  const row = await db
    .selectFrom("certificate_change")
    .selectAll()
    .where("change_id", "=", changeId)
    .executeTakeFirst();
  return row === undefined ? null : toChange(row);
}

/** The one of a link, by the digest of its secret, made since a moment; or null. */
export async function readChangeOfLink(
  db: Db,
  { stopHash, since }: { readonly stopHash: string; readonly since: Date },
): Promise<StoredChange | null> {
  const found = db.selectFrom("certificate_change").selectAll().where("stop_hash", "=", stopHash);
  const row = await found.where("changed_at", ">=", since).executeTakeFirst();
  return row === undefined ? null : toChange(row);
}

/** Notes that it was stopped, once. */
export async function saveStopped(db: Db, changeId: string, at: Date): Promise<void> {
  const one = db.updateTable("certificate_change").set({ stopped_at: at }).where("change_id", "=", changeId);
  await one.where("stopped_at", "is", null).execute();
}

/** Until when a certificate rests, and in which workflow it does not; null: it does not rest. */
export async function readRest(
  db: Db,
  certificateId: string,
  now: Date,
): Promise<{ readonly until: Date; readonly workflowId: WorkflowId | null } | null> {
  const row = await db
    .selectFrom("certificate_change")
    .select(["rests_until", "workflow_id"])
    .where("certificate_id", "=", certificateId)
    .where("rests_until", ">", now)
    .orderBy("rests_until", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.rests_until == null ? null : { until: row.rests_until, workflowId: row.workflow_id };
}

/** Forgets whom an old change was told to, with the change itself. */
export async function deleteChangesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("certificate_change").where("changed_at", "<", before).execute();
}
