/** All certificates of an organisation, one after the other: a job that a dead process leaves is taken up by another one. */
import { inTransaction } from "../../db/transaction.ts";
import { readRevocableIds } from "./desk-store.ts";
import { languageOf } from "./order-revocation.ts";
import { readRunning, saveDone } from "./orders-store.ts";
import { type RevokeDeps, revokeCertificate } from "./revoke-certificate.ts";

/** Each run of the job revokes so many, and orders the next run. */
const at_once = 1_000;

/** Goes on with an order that runs. Harmless when it is done, or when two do it at the same time. */
export async function revokeOfOrganisation(deps: RevokeDeps, orderId: string): Promise<void> {
  const { db, clock, enqueue } = deps;
  const order = await readRunning(db, orderId);
  if (order?.decided == null) return;
  const { organisationId, reason, evidence, decided } = order;
  const language = await languageOf(db, organisationId);
  const by = { kind: "operator", id: decided.by } as const;
  const ids = await readRevocableIds(db, { organisationId, now: clock.now(), limit: at_once });
  for (const certificateId of ids) await revokeCertificate(deps, { certificateId, reason, by, evidence, language });
  if (ids.length === 0) return await saveDone(db, orderId);
  // What was issued meanwhile is found by the next run.
  await inTransaction(db, async (trx) => await enqueue(trx, "revoke-of-organisation", { orderId }));
}
