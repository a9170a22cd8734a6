/** How a workflow begins: open, with signers who wait for their turn. */
import type { Db } from "../../db/database.ts";
import type { SignerFacts, WorkflowFacts } from "./workflows-rules.ts";
import { insertSigners, insertWorkflow } from "./workflows-store.ts";

/** Writes a workflow in state OPEN and its signers in state WAITING; `passwordHash` is a PHC string. Invite afterwards. */
export async function openWorkflow(
  db: Db,
  opened: {
    readonly facts: WorkflowFacts;
    readonly signers: readonly SignerFacts[];
    readonly passwordHash: string | null;
  },
): Promise<void> {
  await insertWorkflow(db, { ...opened.facts, passwordHash: opened.passwordHash });
  await insertSigners(db, opened.signers);
}
