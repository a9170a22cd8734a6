/** SQL of the room `evidence`. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import { rememberBlob } from "../../db/pending-blobs.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";

/** Which report: the same key always names the same bytes. */
export type ReportKey = { readonly workflowId: WorkflowId; readonly state: string; readonly language: Language };
/** A sealed report in the blob store. */
export type StoredReport = { readonly sha256: Sha256Hex; readonly size: number };

/** The report of that state and language, or null before it was made. */
export async function readReport(db: Db, key: ReportKey): Promise<StoredReport | null> {
  const [row] = (await storedReport(db, key)).rows;
  return row === undefined ? null : { sha256: row.sha256 as Sha256Hex, size: Number(row.size) };
}

const storedReport = builtOnce((db, { workflowId, state, language }: ReportKey) =>
  db
    .selectFrom("audit_report")
    .select(["sha256", "size"])
    .where("workflow_id", "=", workflowId)
    .where("state", "=", state)
    .where("language", "=", language),
);

/** Keeps a report unless a twin was faster; answers the one that counts. */
export async function saveReport(
  db: Db,
  key: ReportKey,
  made: StoredReport & { readonly at: Date },
): Promise<StoredReport> {
  const [kept] = (await newReport(db, { ...key, ...made })).rows;
  return kept === undefined ? ((await readReport(db, key)) ?? made) : { sha256: made.sha256, size: made.size };
}

const newReport = builtOnce((db, made: ReportKey & StoredReport & { readonly at: Date }) =>
  db
    .insertInto("audit_report")
    .columns(["workflow_id", "state", "language", "sha256", "size", "created_at"])
    // Not of a workflow that was deleted while its report was written.
    .expression((e) =>
      e
        .selectFrom("workflow")
        .select([
          "workflow_id",
          sql<string>`${made.state}`.as("state"),
          sql<Language>`${made.language}`.as("language"),
          sql<string>`${made.sha256}`.as("sha256"),
          sql<number>`${made.size}::bigint`.as("size"),
          sql<Date>`${made.at}::timestamptz`.as("created_at"),
        ])
        .where("workflow_id", "=", made.workflowId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("sha256"),
);

/** Forgets the reports of a workflow; their blobs go once nothing names them. */
export async function forgetReports(db: Db, workflowId: WorkflowId, at: Date): Promise<void> {
  const gone = await db.deleteFrom("audit_report").where("workflow_id", "=", workflowId).returning("sha256").execute();
  for (const { sha256 } of gone) await rememberBlob(db, sha256 as Sha256Hex, at);
}
