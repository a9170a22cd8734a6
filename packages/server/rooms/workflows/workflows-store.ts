/** SQL of workflows and signers. A change of state names the state it expects and answers whether it found it. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { type Selectable, sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { WorkflowsTables } from "../../db/workflows-tables.ts";
import type { Signer, SignerContext, SignerFacts, Workflow, WorkflowFacts } from "./workflows-rules.ts";

type WorkflowRow = Selectable<WorkflowsTables["workflow"]>;
type SignerRow = Omit<Selectable<WorkflowsTables["signer"]>, "password_tries" | "password_tries_since">;

/** A row as a workflow. */
export function toWorkflow(row: WorkflowRow): Workflow {
  const facts: WorkflowFacts = {
    workflowId: row.workflow_id,
    organisationId: row.organisation_id,
    tokenId: row.token_id,
    name: row.name,
    description: row.description,
    message: row.message,
    language: row.language,
    sequential: row.sequential,
    hasPassword: row.password_hash !== null,
    quickLogin: row.quick_login,
    webhookUrl: row.webhook_url,
    initiator: { firstName: row.initiator_first_name, lastName: row.initiator_last_name, email: row.initiator_email },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
  if (row.status === "OPEN") return { ...facts, status: "OPEN" };
  // The table's checks promise these columns in these states.
  if (row.ended_at === null) throw new Error(`workflow ${row.workflow_id} has ended without a time`);
  if (row.status !== "REVOKED") return { ...facts, status: row.status, endedAt: row.ended_at };
  if (row.refused_by === null) throw new Error(`workflow ${row.workflow_id} was refused by nobody`);
  return {
    ...facts,
    status: "REVOKED",
    endedAt: row.ended_at,
    refusedBy: row.refused_by,
    reason: row.refusal_reason ?? "",
  };
}

/** A row as a signer. */
export function toSigner(row: SignerRow): Signer {
  const facts: SignerFacts = {
    signerId: row.signer_id,
    workflowId: row.workflow_id,
    position: row.position,
    reference: row.reference,
    type: row.type,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone === null || row.phone_type === null ? null : { e164: row.phone, type: row.phone_type },
    organisation: row.organisation,
    language: row.language,
    languageGiven: row.language_given,
  };
  if (row.invited_at === null) return { ...facts, status: "WAITING" };
  if (row.signed_at !== null) return { ...facts, status: "SIGNED", invitedAt: row.invited_at, signedAt: row.signed_at };
  if (row.status === "WAITING" || row.status === "SIGNED") throw new Error(`signer ${row.signer_id} is in no state`);
  return { ...facts, status: row.status, invitedAt: row.invited_at };
}

/** A signer with their workflow, or null where the two ids do not belong together. */
export async function readContext(db: Db, workflowId: WorkflowId, signerId: SignerId): Promise<SignerContext | null> {
  const [row] = (await contextOf(db, { workflowId, signerId })).rows;
  return row ? toContext(row) : null;
}

/** What a signer's row has of its own: names that no column of its workflow has. */
const signerColumns = [
  "signer.signer_id",
  "signer.position",
  "signer.reference",
  "signer.type",
  "signer.first_name",
  "signer.last_name",
  "signer.email",
  "signer.phone",
  "signer.phone_type",
  "signer.organisation",
  "signer.language_given",
  "signer.invited_at",
  "signer.signed_at",
] as const;

/** A row for each signer, with their workflow: stores of later rooms join to it what they have of a signer. */
export const contexts = (db: Db) =>
  db
    .selectFrom("signer")
    .innerJoin("workflow", "workflow.workflow_id", "signer.workflow_id")
    .selectAll("workflow")
    .select(signerColumns)
    .select(["signer.language as signer_language", "signer.status as signer_status"]);
/** Such a row. */
export type ContextRow = Awaited<ReturnType<ReturnType<typeof contexts>["executeTakeFirstOrThrow"]>>;

const contextOf = builtOnce((db, { workflowId, signerId }: { workflowId: WorkflowId; signerId: SignerId }) =>
  contexts(db).where("signer.signer_id", "=", signerId).where("signer.workflow_id", "=", workflowId),
);
const contextsOf = builtOnce((db, { workflowId }: { workflowId: WorkflowId }) =>
  contexts(db).where("workflow.workflow_id", "=", workflowId).orderBy("signer.position"),
);

const toOwnSigner = (row: ContextRow): Signer =>
  toSigner({ ...row, language: row.signer_language, status: row.signer_status });

/** Such a row as a signer with their workflow. */
export const toContext = (row: ContextRow): SignerContext => ({ workflow: toWorkflow(row), signer: toOwnSigner(row) });

/** A workflow with its signers in order, or null. */
export async function readWorkflowWithSigners(
  db: Db,
  workflowId: WorkflowId,
): Promise<{ workflow: Workflow; signers: Signer[] } | null> {
  const { rows } = await contextsOf(db, { workflowId });
  const [first] = rows;
  return first === undefined ? null : { workflow: toWorkflow(first), signers: rows.map(toOwnSigner) };
}

/**
 * Locks a workflow's row until the transaction ends: code that changes its state, or that of a signer, does so first. Not FOR UPDATE,
 * here or anywhere: rows that name this one are written under its FOR KEY SHARE (PostgreSQL §13.3.2), by transactions that may hold the
 * trail's head already, and each would wait for the other.
 */
export async function lockWorkflow(db: Db, workflowId: WorkflowId): Promise<Workflow | null> {
  const [row] = (await lockedWorkflow(db, { workflowId })).rows;
  return row ? toWorkflow(row) : null;
}

const lockedWorkflow = builtOnce((db, { workflowId }: { workflowId: WorkflowId }) =>
  db.selectFrom("workflow").selectAll().where("workflow_id", "=", workflowId).forNoKeyUpdate(),
);

/** The same, with its signers: read by a statement of their own, because one that waits for a lock sees them as they were before. */
export async function lockWithSigners(
  db: Db,
  workflowId: WorkflowId,
): Promise<{ workflow: Workflow; signers: Signer[] } | null> {
  const workflow = await lockWorkflow(db, workflowId);
  return workflow === null ? null : { workflow, signers: await readSigners(db, [workflowId]) };
}

/** The signers of these workflows in the sender's order. */
export async function readSigners(db: Db, workflowIds: readonly WorkflowId[]): Promise<Signer[]> {
  if (workflowIds.length === 0) return [];
  const rows = await db
    .selectFrom("signer")
    .selectAll()
    .where("workflow_id", "in", workflowIds)
    .orderBy("position")
    .execute();
  return rows.map(toSigner);
}

/** Writes a workflow in state OPEN. */
export async function insertWorkflow(db: Db, workflow: WorkflowFacts & { passwordHash: string | null }): Promise<void> {
  await db
    .insertInto("workflow")
    .values({
      workflow_id: workflow.workflowId,
      organisation_id: workflow.organisationId,
      token_id: workflow.tokenId,
      name: workflow.name,
      description: workflow.description,
      message: workflow.message,
      language: workflow.language,
      sequential: workflow.sequential,
      password_hash: workflow.passwordHash,
      quick_login: workflow.quickLogin,
      webhook_url: workflow.webhookUrl,
      initiator_first_name: workflow.initiator.firstName,
      initiator_last_name: workflow.initiator.lastName,
      initiator_email: workflow.initiator.email,
      created_at: workflow.createdAt,
      expires_at: workflow.expiresAt,
      status: "OPEN",
    })
    .execute();
}

/** Writes signers in state WAITING. */
export async function insertSigners(db: Db, signers: readonly SignerFacts[]): Promise<void> {
  const rows = signers.map((signer) => ({
    signer_id: signer.signerId,
    workflow_id: signer.workflowId,
    position: signer.position,
    reference: signer.reference,
    type: signer.type,
    first_name: signer.firstName,
    last_name: signer.lastName,
    email: signer.email,
    phone: signer.phone?.e164 ?? null,
    phone_type: signer.phone?.type ?? null,
    organisation: signer.organisation,
    language: signer.language,
    language_given: signer.languageGiven,
    status: "WAITING" as const,
    invited_at: null,
  }));
  await db.insertInto("signer").values(rows).execute();
}

/** WAITING → INVITED. */
export async function saveInvited(db: Db, signerId: SignerId, at: Date): Promise<boolean> {
  const query = db.updateTable("signer").set({ status: "INVITED", invited_at: at });
  const done = await query.where("signer_id", "=", signerId).where("status", "=", "WAITING").executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** The language that a signer is written and spoken to in. */
export async function saveLanguage(db: Db, signerId: SignerId, language: Language): Promise<void> {
  await db.updateTable("signer").set({ language }).where("signer_id", "=", signerId).execute();
}

/** INVITED → SIGNING. */
export async function saveSigning(db: Db, ids: { workflowId: WorkflowId; signerId: SignerId }): Promise<boolean> {
  return (await signing(db, ids)).numAffectedRows === 1n;
}

const signing = builtOnce((db, ids: { workflowId: WorkflowId; signerId: SignerId }) =>
  db
    .updateTable("signer")
    .set({ status: "SIGNING" })
    .where("workflow_id", "=", ids.workflowId)
    .where("signer_id", "=", ids.signerId)
    .where("status", "=", "INVITED"),
);

/** SIGNING → SIGNED. */
export async function saveSigned(db: Db, signerId: SignerId, at: Date): Promise<boolean> {
  return (await signed(db, { signerId, at })).numAffectedRows === 1n;
}

const signed = builtOnce((db, { signerId, at }: { signerId: SignerId; at: Date }) =>
  db
    .updateTable("signer")
    .set({ status: "SIGNED", signed_at: at })
    .where("signer_id", "=", signerId)
    .where("status", "=", "SIGNING"),
);

/** SIGNING → INVITED, those of them who are being signed for. */
export async function saveUnsigned(db: Db, signerIds: readonly SignerId[]): Promise<void> {
  if (signerIds.length === 0) return;
  const query = db.updateTable("signer").set({ status: "INVITED" });
  await query.where("signer_id", "in", signerIds).where("status", "=", "SIGNING").execute();
}

/** INVITED → REVOKED. */
export async function saveRefused(db: Db, signerId: SignerId): Promise<boolean> {
  const query = db.updateTable("signer").set({ status: "REVOKED" });
  const done = await query.where("signer_id", "=", signerId).where("status", "=", "INVITED").executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** OPEN → an end. */
export async function saveEnd(
  db: Db,
  workflowId: WorkflowId,
  end:
    | { status: "FINISHED" | "CANCELLED" | "EXPIRED"; at: Date }
    | { status: "REVOKED"; at: Date; by: SignerId; reason: string },
): Promise<boolean> {
  const refusal = end.status === "REVOKED" ? { refused_by: end.by, refusal_reason: end.reason } : {};
  const query = db.updateTable("workflow").set({ status: end.status, ended_at: end.at, ...refusal });
  const done = await query.where("workflow_id", "=", workflowId).where("status", "=", "OPEN").executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Open workflows whose time is over, longest first: of one organisation, or of all but some, up to `limit`. */
export async function readOverdue(
  db: Db,
  asked: { now: Date; limit: number } & ({ organisationId: string } | { except: readonly WorkflowId[] }),
): Promise<WorkflowId[]> {
  const overdue = db
    .selectFrom("workflow")
    .select("workflow_id")
    .where("status", "=", sql.lit("OPEN"))
    .where("expires_at", "<=", asked.now)
    .orderBy("expires_at")
    .limit(asked.limit);
  const query =
    "organisationId" in asked
      ? overdue.where("organisation_id", "=", asked.organisationId)
      : overdue.where((row) => sql`not ${row.ref("workflow_id")} = any(${asked.except}::text[])`.$castTo<boolean>());
  return (await query.execute()).map((row) => row.workflow_id);
}

/** Forgets a workflow and its signers, once every later room has. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId): Promise<void> {
  const signers = db.selectFrom("signer").select("signer_id").where("workflow_id", "=", workflowId);
  await db.deleteFrom("reminder").where("signer_id", "in", signers).execute();
  await db.deleteFrom("signer").where("workflow_id", "=", workflowId).execute();
  await db.deleteFrom("workflow").where("workflow_id", "=", workflowId).execute();
}

/** Workflows of an organisation, oldest first; `isOpen`: only those that nobody has ended. */
export async function readIdsOf(
  db: Db,
  organisationId: string,
  { isOpen, limit }: { readonly isOpen: boolean; readonly limit: number },
): Promise<WorkflowId[]> {
  const rows = await db
    .selectFrom("workflow")
    .select("workflow_id")
    .where("organisation_id", "=", organisationId)
    .$if(isOpen, (query) => query.where("status", "=", "OPEN"))
    .orderBy("number")
    .limit(limit)
    .execute();
  return rows.map((row) => row.workflow_id);
}
