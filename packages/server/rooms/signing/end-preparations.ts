/** A certificate ends: what was prepared for it comes to nothing, and nothing is signed. */
import type { Db } from "../../db/database.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { endCode } from "../challenges/challenges.ts";
import { lockWorkflow } from "../workflows/workflows.ts";
import { qualifiedReference } from "./choose-credential.ts";
import { releaseHolds } from "./holds.ts";
import { endPreparation, readLivingWith } from "./preparation-store.ts";

/** Ends the living preparations that would sign with a qualified certificate, their codes and their holds, in the caller's transaction. */
export async function endPreparationsOf(
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  certificateId: string,
  at: Date,
): Promise<void> {
  for (const { actId, challengeId, workflowId, signerId } of await readLivingWith(
    db,
    qualifiedReference(certificateId),
  )) {
    await lockWorkflow(db, workflowId);
    if (!(await endPreparation(db, actId, "interrupted"))) continue;
    await endCode(db, challengeId);
    await releaseHolds(db, { enqueue }, { actId, workflowId, at });
    const details = { actId, challengeId };
    await recordEvent(db, {
      at,
      type: "signing.interrupted",
      actor: { kind: "system" },
      workflowId,
      signerId,
      details,
    });
  }
}
