/** Qualified acts that a process died over: the code is used up, nothing was signed, and the signer is told (decisions.md §9). */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { keyOfQualified } from "../certificates/certificates.ts";
import { keyOfCheck } from "../identity-proofing/identity-proofing.ts";
import { forgetTry } from "../password-keys/password-keys.ts";
import { lockWorkflow } from "../workflows/workflows.ts";
import { qualifiedCertificateIn } from "./choose-credential.ts";
import { releaseHolds } from "./holds.ts";
import { endPreparation, type Interrupted, readInterrupted } from "./preparation-store.ts";
import { identificationIn } from "./qualified-credential.ts";
import { livedFault } from "./signing-faults.ts";
import type { SigningDeps } from "./signing-run.ts";

/** Longer than the module may work on one act. */
const patienceMs = 45_000;

/** Ends what is left of such acts. One that cannot be ended stays for the next sweep, and keeps nobody else's from ending. */
export async function endInterrupted(deps: SigningDeps, limit: number): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - patienceMs);
  for (const left of await readInterrupted(deps.db, before, limit))
    await end(deps, left).catch((fault: unknown) =>
      deps.onFault(livedFault(left.actId, "the end of an interrupted act", fault)),
    );
}

async function end(deps: SigningDeps, left: Interrupted): Promise<void> {
  const { actId, challengeId, workflowId, signerId } = left;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    await lockWorkflow(db, workflowId);
    if (!(await endPreparation(db, actId, "interrupted"))) return;
    await releaseHolds(db, deps, { actId, workflowId, at });
    const keyId = await keyOf(db, left.credential);
    // Ten processes that die must not lock anybody's key.
    if (keyId !== null) await forgetTry(db, { keyId, passwordGivenAt: left.burntAt });
    const details = { actId, challengeId };
    const actor = { kind: "system" } as const;
    await recordEvent(db, { at, type: "signing.interrupted", actor, workflowId, signerId, details });
    const failure = "SIGNING_INTERRUPTED";
    await deps.enqueue(db, "send-message", { messageKind: "signing_failed", workflowId, signerId, failure, actId });
  });
}

async function keyOf(db: Db, reference: string): Promise<string | null> {
  const checkId = identificationIn(reference);
  if (checkId !== null) return await keyOfCheck(db, checkId);
  const certificateId = qualifiedCertificateIn(reference);
  return certificateId === null ? null : await keyOfQualified(db, certificateId);
}
