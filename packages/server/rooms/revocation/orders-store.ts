/** SQL of what operators want revoked. Every change names the state that it expects; of two that make it, one wins. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { RevocationTables } from "../../db/revocation-tables.ts";

type State = RevocationTables["revocation_order"]["state"];

/** Which certificates: one of its own, or all of an organisation. */
export type OrderOf =
  | { readonly certificateId: string; readonly organisationId: string | null }
  | { readonly certificateId: null; readonly organisationId: string };

/** An order. `decided`: who let it begin, or withdrew it; null while it waits. */
export type RevocationOrder = {
  readonly orderId: string;
  readonly reason: IssuedRevocationReason;
  readonly evidence: string;
  readonly state: State;
  readonly proposedAt: Date;
  readonly proposedBy: OperatorId;
  readonly decided: { readonly at: Date; readonly by: OperatorId } | null;
};

const toOrder = (row: Selectable<RevocationTables["revocation_order"]>): RevocationOrder => ({
  orderId: row.order_id,
  reason: row.reason,
  evidence: row.evidence,
  state: row.state,
  proposedAt: row.proposed_at,
  proposedBy: row.proposed_by,
  decided: row.decided_at === null || row.decided_by === null ? null : { at: row.decided_at, by: row.decided_by },
});

/** Writes an order. */
export async function insertOrder(db: Db, of: OrderOf, order: RevocationOrder): Promise<void> {
  await db
    .insertInto("revocation_order")
    .values({
      order_id: order.orderId,
      certificate_id: of.certificateId,
      organisation_id: of.organisationId,
      reason: order.reason,
      evidence: order.evidence,
      state: order.state,
      proposed_at: order.proposedAt,
      proposed_by: order.proposedBy,
      decided_at: order.decided?.at ?? null,
      decided_by: order.decided?.by ?? null,
    })
    .execute();
}

/** The newest order of one certificate, or for an organisation, in one of these states; or null. */
export async function readOrder(
  db: Db,
  { certificateId, organisationId }: OrderOf,
  inStates: readonly State[],
): Promise<RevocationOrder | null> {
  const orders = db.selectFrom("revocation_order").selectAll().where("state", "in", inStates);
  const own =
    certificateId === null
      ? orders.where("certificate_id", "is", null).where("organisation_id", "=", organisationId)
      : orders.where("certificate_id", "=", certificateId);
  const row = await own.orderBy("proposed_at", "desc").orderBy("order_id", "desc").executeTakeFirst();
  return row === undefined ? null : toOrder(row);
}

/** An order for an organisation by its id, with the organisation; or null. */
export async function readRunning(
  db: Db,
  orderId: string,
): Promise<(RevocationOrder & { readonly organisationId: string }) | null> {
  const row = await db
    .selectFrom("revocation_order")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("state", "=", "running")
    .executeTakeFirst();
  return row === undefined || row.organisation_id === null
    ? null
    : { ...toOrder(row), organisationId: row.organisation_id };
}

/** Decides an order that waits. */
export async function saveDecision(
  db: Db,
  orderId: string,
  made: { readonly state: Exclude<State, "waiting">; readonly at: Date; readonly by: OperatorId },
): Promise<void> {
  await db
    .updateTable("revocation_order")
    .set({ state: made.state, decided_at: made.at, decided_by: made.by })
    .where("order_id", "=", orderId)
    .where("state", "=", "waiting")
    .execute();
}

/** Ends an order that runs. */
export async function saveDone(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable("revocation_order")
    .set({ state: "done" })
    .where("order_id", "=", orderId)
    .where("state", "=", "running")
    .execute();
}

/** Locks a certificate's row until the transaction ends, for one order after the other; null: there is none. */
export async function lockCertificate(db: Db, certificateId: string): Promise<OrderOf | null> {
  const row = await db
    .selectFrom("signer_certificate")
    .select("organisation_id")
    .where("certificate_id", "=", certificateId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { certificateId, organisationId: row.organisation_id };
}

/** The same of an organisation. */
export async function lockOrganisation(db: Db, organisationId: string): Promise<OrderOf | null> {
  const row = await db
    .selectFrom("organisation")
    .select(sql`1`.as("found"))
    .where("organisation_id", "=", organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { certificateId: null, organisationId };
}

/** An organisation with its name; null: there is none. */
export async function readOrganisation(
  db: Db,
  organisationId: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const row = await db
    .selectFrom("organisation")
    .select("name")
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  return row === undefined ? null : { id: organisationId, name: row.name };
}

/** Forgets the orders about an organisation and its certificates. */
export async function forgetOrders(db: Db, organisationId: string): Promise<void> {
  await db.deleteFrom("revocation_order").where("organisation_id", "=", organisationId).execute();
}
