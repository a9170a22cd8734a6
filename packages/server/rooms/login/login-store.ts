/** SQL of a signer's way in: terms, and whether they have been in. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { TermsAct } from "../../db/login-tables.ts";
import type { AcceptedTerms } from "./terms.ts";

/** By which acts this version of the terms was accepted for this signer. */
export async function readActs(
  db: Db,
  signerId: SignerId,
  terms: { id: string; version: string },
): Promise<readonly TermsAct[]> {
  const { rows } = await actsOfAcceptance(db, { signerId, ...terms });
  return rows.map((row) => row.act);
}

const actsOfAcceptance = builtOnce(
  (db, { signerId, id, version }: { signerId: SignerId; id: string; version: string }) =>
    db
      .selectFrom("terms_acceptance")
      .select("act")
      .where("signer_id", "=", signerId)
      .where("terms_id", "=", id)
      .where("version", "=", version),
);

/** Stores an acceptance with the text as shown; a second one of the same version and act changes nothing. */
export async function insertAcceptance(db: Db, signerId: SignerId, accepted: AcceptedTerms): Promise<void> {
  await db
    .insertInto("terms_acceptance")
    .values({
      signer_id: signerId,
      terms_id: accepted.terms.id,
      version: accepted.terms.version,
      language: accepted.terms.language,
      text_hash: accepted.terms.hash,
      text: accepted.terms.text,
      accepted_at: accepted.at,
      act: accepted.act,
      ip: accepted.ip,
      user_agent: accepted.userAgent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether this signer has been in before. */
export async function hasOpened(db: Db, signerId: SignerId): Promise<boolean> {
  const query = db
    .selectFrom("signer_session")
    .select("session_id")
    .where("signer_id", "=", signerId)
    .where("token_hash", "is not", null);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Forgets the sessions of a workflow, its wrong passwords, and which terms its signers accepted. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId): Promise<void> {
  const signers = db.selectFrom("signer").select("signer_id").where("workflow_id", "=", workflowId);
  await db.deleteFrom("terms_acceptance").where("signer_id", "in", signers).execute();
  await db.deleteFrom("password_try").where("workflow_id", "=", workflowId).execute();
  await db.deleteFrom("signer_session").where("workflow_id", "=", workflowId).execute();
}
