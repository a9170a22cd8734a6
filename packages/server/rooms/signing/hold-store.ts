/** SQL of the holds. Taking and asking happen under the workflow's row lock, so that no signature is laid on a file in between. */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { Hold } from "./hold-rules.ts";

/** A hold with its file. */
export type FileHold = Hold & { readonly fileId: FileId };

/** The last holds of these files. */
export async function readHolds(db: Db, fileIds: readonly FileId[]): Promise<FileHold[]> {
  if (fileIds.length === 0) return [];
  const rows = await db
    .selectFrom("signing_hold")
    .leftJoin("signing_act", (join) =>
      join.onRef("signing_act.act_id", "=", "signing_hold.act_id").on("signing_act.status", "=", sql.lit("AUTHORISED")),
    )
    .select(["file_id", "signing_hold.signer_id", "signing_hold.act_id", "held_until", "ended_at", "wanted_at"])
    .select("signing_act.act_id as acting")
    .where("file_id", "in", fileIds)
    .execute();
  return rows.map((row) => ({
    fileId: row.file_id,
    signerId: row.signer_id,
    actId: row.act_id,
    heldUntil: row.held_until,
    endedAt: row.ended_at,
    isWanted: row.wanted_at !== null,
    isActing: row.acting !== null,
  }));
}

/** A hold to take: of one file, for the act that its code would approve. */
export type NewHold = {
  readonly fileId: FileId;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly actId: string;
  readonly at: Date;
  readonly until: Date;
};

/** Takes a hold in the place of the file's last one. Who goes on with their own keeps when it began, and that others want it. */
export async function saveHold(db: Db, hold: NewHold): Promise<void> {
  const { fileId, workflowId, signerId, actId, at, until } = hold;
  await db
    .insertInto("signing_hold")
    .values({
      file_id: fileId,
      workflow_id: workflowId,
      signer_id: signerId,
      act_id: actId,
      held_at: at,
      held_until: until,
      ended_at: null,
      wanted_at: null,
    })
    .onConflict((conflict) =>
      conflict.column("file_id").doUpdateSet({
        signer_id: signerId,
        act_id: actId,
        held_until: until,
        ended_at: null,
        held_at: sql`case when signing_hold.signer_id = ${signerId} and signing_hold.ended_at is null
          and signing_hold.held_until > ${at} then signing_hold.held_at else ${at} end`,
        wanted_at: sql`case when signing_hold.signer_id = ${signerId} and signing_hold.ended_at is null
          and signing_hold.held_until > ${at} then signing_hold.wanted_at end`,
      }),
    )
    .execute();
}

/** Notes that somebody else wants to sign these files. */
export async function saveWanted(db: Db, fileIds: readonly FileId[], signerId: SignerId, at: Date): Promise<void> {
  if (fileIds.length === 0) return;
  await db
    .updateTable("signing_hold")
    .set({ wanted_at: at })
    .where("file_id", "in", fileIds)
    .where("signer_id", "<>", signerId)
    .where("wanted_at", "is", null)
    .execute();
}

/** Notes that the others had their turn at these files. */
export async function forgetWanted(db: Db, fileIds: readonly FileId[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db.updateTable("signing_hold").set({ wanted_at: null }).where("file_id", "in", fileIds).execute();
}

/** Ends the holds of an act, whatever became of it; answers whether somebody waits for one of them. */
export async function endHolds(db: Db, actId: string, at: Date): Promise<{ readonly isWanted: boolean }> {
  const rows = await db
    .updateTable("signing_hold")
    .set({ ended_at: at })
    .where("act_id", "=", actId)
    .where("ended_at", "is", null)
    .returning("wanted_at")
    .execute();
  return { isWanted: rows.some((row) => row.wanted_at !== null) };
}
