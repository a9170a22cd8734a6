/** Operators revoke certificates: at once, or with four eyes as soon as a second one has confirmed what the first one proposed. */
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type ByOperator, brandingOf } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { readDeskCertificate } from "./desk-store.ts";
import {
  insertOrder,
  lockCertificate,
  lockOrganisation,
  type OrderOf,
  type RevocationOrder,
  readOrder,
  saveDecision,
} from "./orders-store.ts";
import { type RevokeDeps, revokeCertificate } from "./revoke-certificate.ts";

/** What is to be revoked: one certificate, or all of an organisation. */
type ToRevoke = { readonly certificateId: string } | { readonly organisationId: string };
/** Why, and on what it rests. */
type Wish = { readonly reason: IssuedRevocationReason; readonly evidence: string };

/** REVOCATION_GONE: it was withdrawn, confirmed or replaced meanwhile · SAME_OPERATOR: who proposed it cannot confirm it. */
type OrderRefusal = {
  readonly ok: false;
  readonly code: "NOT_FOUND" | "REVOCATION_GONE" | "SAME_OPERATOR" | "CERTIFICATE_EXPIRED" | "CERTIFICATE_SHORT_TERM";
};
type Ordered = { readonly ok: true } | OrderRefusal;

/** Revokes, or with four eyes proposes it, in place of a proposal that waits. All of an organisation: the job begins. */
export async function orderRevocation(
  deps: RevokeDeps,
  by: ByOperator,
  { fourEyes, ...wish }: ToRevoke & Wish & { readonly fourEyes: boolean },
): Promise<Ordered> {
  return await inTransaction(deps.db, async (db) => {
    const of = await lock(db, wish);
    if (of === null) return { ok: false, code: "NOT_FOUND" };
    const running = await readOrder(db, of, ["running"]);
    if (running !== null) return { ok: true };
    const at = deps.clock.now();
    const over = await whatItIs(db, of, at);
    if (over !== "valid") return over === "revoked" ? { ok: true } : { ok: false, code: codeOf[over] };
    const before = await readOrder(db, of, ["waiting"]);
    const order: RevocationOrder = {
      orderId: deps.random.id(),
      reason: wish.reason,
      evidence: wish.evidence,
      state: "waiting",
      proposedAt: at,
      proposedBy: by.operatorId,
      decided: null,
    };
    if (fourEyes) {
      if (before !== null) await saveDecision(db, before.orderId, { state: "withdrawn", at, by: by.operatorId });
      await insertOrder(db, of, order);
      await record(db, by, { at, type: "certificate.revocation-proposed", of, order });
      return { ok: true };
    }
    const begun = await begin({ ...deps, db }, by, { of, order });
    if (!begun.ok) return begun;
    if (before !== null) await saveDecision(db, before.orderId, { state: "withdrawn", at, by: by.operatorId });
    const state = of.certificateId === null ? "running" : "done";
    await insertOrder(db, of, { ...order, state, decided: { at, by: by.operatorId } });
    return begun;
  });
}

/** The second operator confirms exactly what they read. */
export async function confirmRevocation(
  deps: RevokeDeps,
  by: ByOperator,
  { orderId, ...wanted }: ToRevoke & { readonly orderId: string },
): Promise<Ordered> {
  return await inTransaction(deps.db, async (db) => {
    const of = await lock(db, wanted);
    if (of === null) return { ok: false, code: "NOT_FOUND" };
    const order = await readOrder(db, of, ["waiting"]);
    if (order?.orderId !== orderId) return { ok: false, code: "REVOCATION_GONE" };
    if (order.proposedBy === by.operatorId) return { ok: false, code: "SAME_OPERATOR" };
    const begun = await begin({ ...deps, db }, by, { of, order });
    if (!begun.ok) return begun;
    const state = of.certificateId === null ? "running" : "done";
    await saveDecision(db, orderId, { state, at: deps.clock.now(), by: by.operatorId });
    return begun;
  });
}

/** Takes a proposal back that waits for a second operator. */
export async function withdrawRevocation(
  deps: Pick<RevokeDeps, "db" | "clock">,
  by: ByOperator,
  wanted: ToRevoke,
): Promise<Ordered> {
  return await inTransaction(deps.db, async (db) => {
    const of = await lock(db, wanted);
    if (of === null) return { ok: false, code: "NOT_FOUND" };
    const order = await readOrder(db, of, ["waiting"]);
    if (order === null) return { ok: false, code: "REVOCATION_GONE" };
    const at = deps.clock.now();
    await saveDecision(db, order.orderId, { state: "withdrawn", at, by: by.operatorId });
    await record(db, by, { at, type: "certificate.revocation-withdrawn", of, order });
    return { ok: true };
  });
}

const lock = async (db: Db, wanted: ToRevoke): Promise<OrderOf | null> =>
  "certificateId" in wanted
    ? await lockCertificate(db, wanted.certificateId)
    : await lockOrganisation(db, wanted.organisationId);

const codeOf = { expired: "CERTIFICATE_EXPIRED", "short-term": "CERTIFICATE_SHORT_TERM" } as const;

/** Whether one certificate can be revoked, and why not. */
async function whatItIs(
  db: Db,
  { certificateId }: OrderOf,
  now: Date,
): Promise<"valid" | "revoked" | keyof typeof codeOf> {
  if (certificateId === null) return "valid";
  const found = await readDeskCertificate(db, certificateId);
  if (found === null || found.revocation !== null) return "revoked";
  if (found.isShortTerm) return "short-term";
  return found.notAfter <= now ? "expired" : "valid";
}

/** One certificate is revoked here; those of an organisation by the job that begins when this transaction commits. */
async function begin(
  deps: RevokeDeps,
  by: ByOperator,
  { of, order }: { readonly of: OrderOf; readonly order: RevocationOrder },
): Promise<Ordered> {
  const { operatorId, ip, userAgent } = by;
  if (of.certificateId === null) {
    await deps.enqueue(deps.db, "revoke-of-organisation", { orderId: order.orderId });
    const at = deps.clock.now();
    await record(deps.db, by, { at, type: "certificate.revocation-begun", of, order });
    return { ok: true };
  }
  const done = await revokeCertificate(deps, {
    certificateId: of.certificateId,
    reason: order.reason,
    by: { kind: "operator", id: operatorId, ip, userAgent },
    evidence: order.evidence,
    language: await languageOf(deps.db, of.organisationId),
  });
  if (done === null) return { ok: false, code: "NOT_FOUND" };
  return done.ok ? { ok: true } : { ok: false, code: codeOf[done.why] };
}

/** In which language holders are written to: the organisation's, which they know. */
export const languageOf = async (db: Db, organisationId: string | null): Promise<"de" | "en"> =>
  organisationId === null ? "de" : ((await brandingOf(db, organisationId)).language ?? "de");

type Recorded = {
  readonly at: Date;
  readonly type: string;
  readonly of: OrderOf;
  readonly order: RevocationOrder;
};

async function record(db: Db, { operatorId, ip, userAgent }: ByOperator, done: Recorded): Promise<void> {
  const { of, order } = done;
  const named = of.certificateId === null ? { organisation: of.organisationId } : { certificate: of.certificateId };
  const details = { ...named, order: order.orderId, reason: order.reason, evidence: order.evidence };
  const actor = { kind: "operator", id: operatorId, ip, userAgent } as const;
  await recordEvent(db, { at: done.at, type: done.type, actor, details });
}
