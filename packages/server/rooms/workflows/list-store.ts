/** SQL of the sender's list. */
import type { WorkflowStatus } from "@siegel/contract/calls/workflow-report.ts";
import type { Db } from "../../db/database.ts";
import type { Workflow } from "./workflows-rules.ts";
import { toWorkflow } from "./workflows-store.ts";

/** A page of an organisation's workflows, newest first; `before` is the number of the last one seen. */
export type PageQuery = {
  readonly organisationId: string;
  readonly status: WorkflowStatus | undefined;
  readonly before: bigint | null;
  readonly limit: number;
  readonly now: Date;
};

/** Reads a page; each workflow with its number. */
export async function readPage(db: Db, page: PageQuery): Promise<Array<{ number: bigint; workflow: Workflow }>> {
  let query = db.selectFrom("workflow").selectAll().where("organisation_id", "=", page.organisationId);
  if (page.before !== null) query = query.where("number", "<", page.before.toString());
  const { status, now } = page;
  if (status === "OPEN") {
    query = query
      .where("status", "=", "OPEN")
      .where((w) => w.or([w("expires_at", "is", null), w("expires_at", ">", now)]));
  } else if (status === "EXPIRED") {
    query = query.where((w) =>
      w.or([w("status", "=", "EXPIRED"), w.and([w("status", "=", "OPEN"), w("expires_at", "<=", now)])]),
    );
  } else if (status !== undefined) {
    query = query.where("status", "=", status);
  }
  const rows = await query.orderBy("number", "desc").limit(page.limit).execute();
  return rows.map((row) => ({ number: BigInt(row.number), workflow: toWorkflow(row) }));
}
