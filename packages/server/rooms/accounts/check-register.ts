/** An operator checks an organisation against its register, so that its representatives can seal; with four eyes a second one confirms. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { whyNotExtract } from "@siegel/contract/register.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import {
  deleteCheck,
  lockForCheck,
  type RegisterCheck,
  type RegisterFacts,
  readCheck,
  readVerified,
  saveCheck,
  saveVerified,
  type VerifiedRegister,
} from "./register-store.ts";

type RegisterDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/** Which operator acts, as the session says, and from where, as the server saw it. */
export type ByOperator = { readonly operatorId: OperatorId; readonly ip: string; readonly userAgent: string };

/** REGISTER_CHECK_GONE: it was withdrawn, confirmed or replaced meanwhile · SAME_OPERATOR: who checked cannot confirm. */
export type RegisterRefusal = {
  readonly ok: false;
  readonly code: "NOT_FOUND" | "REGISTER_EXTRACT_OLD" | "REGISTER_CHECK_GONE" | "SAME_OPERATOR";
};
type Done = { readonly ok: true } | RegisterRefusal;

/** What counts, and what waits for a second operator. */
export async function registerOf(
  db: Db,
  organisationId: string,
): Promise<{ readonly verified: VerifiedRegister | null; readonly check: RegisterCheck | null }> {
  return { verified: await readVerified(db, organisationId), check: await readCheck(db, organisationId) };
}

/** Notes what an extract says. It counts at once, or with four eyes once a second operator has confirmed it. */
export async function checkRegister(
  deps: RegisterDeps,
  by: ByOperator,
  order: { readonly organisationId: string; readonly facts: RegisterFacts; readonly fourEyes: boolean },
): Promise<Done> {
  const { organisationId, facts, fourEyes } = order;
  const at = deps.clock.now();
  const code = whyNotExtract(facts.extractDay, at);
  if (code !== null) return { ok: false, code };
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockForCheck(db, organisationId))) return { ok: false, code: "NOT_FOUND" };
    const check = { ...facts, checkId: deps.random.id(), checkedAt: at, checkedBy: by.operatorId };
    if (fourEyes) await saveCheck(db, organisationId, check);
    else {
      await deleteCheck(db, organisationId);
      await saveVerified(db, organisationId, check, null);
    }
    const type = fourEyes ? "organisation.register-checked" : "organisation.register-verified";
    await record(db, by, { at, type, organisationId, check });
    return { ok: true };
  });
}

/** The second operator confirms exactly what they read. An extract that has grown too old meanwhile counts no more. */
export async function confirmRegister(
  deps: RegisterDeps,
  by: ByOperator,
  { organisationId, checkId }: { readonly organisationId: string; readonly checkId: string },
): Promise<Done> {
  const at = deps.clock.now();
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockForCheck(db, organisationId))) return { ok: false, code: "NOT_FOUND" };
    const check = await readCheck(db, organisationId);
    if (check?.checkId !== checkId) return { ok: false, code: "REGISTER_CHECK_GONE" };
    if (check.checkedBy === by.operatorId) return { ok: false, code: "SAME_OPERATOR" };
    const code = whyNotExtract(check.extractDay, at);
    if (code !== null) return { ok: false, code };
    await deleteCheck(db, organisationId);
    await saveVerified(db, organisationId, check, { at, by: by.operatorId });
    await record(db, by, { at, type: "organisation.register-confirmed", organisationId, check });
    return { ok: true };
  });
}

/** Takes a check back that waits for a second operator. */
export async function withdrawRegisterCheck(deps: RegisterDeps, by: ByOperator, organisationId: string): Promise<Done> {
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockForCheck(db, organisationId))) return { ok: false, code: "NOT_FOUND" };
    const check = await readCheck(db, organisationId);
    if (check === null) return { ok: false, code: "REGISTER_CHECK_GONE" };
    await deleteCheck(db, organisationId);
    await record(db, by, { at: deps.clock.now(), type: "organisation.register-withdrawn", organisationId, check });
    return { ok: true };
  });
}

type Recorded = {
  readonly at: Date;
  readonly type: string;
  readonly organisationId: string;
  readonly check: RegisterCheck;
};

/** The whole of what was read stands in the trail: a later check overwrites the row. */
async function record(db: Db, { operatorId, ip, userAgent }: ByOperator, done: Recorded): Promise<void> {
  const { checkId, legalName, organizationIdentifier, country, locality, extractReference, extractDay } = done.check;
  const representatives = done.check.representatives.map((one) => ({ ...one }));
  const read = { legalName, organizationIdentifier, country, locality, extractReference, extractDay, representatives };
  const actor = { kind: "operator", id: operatorId, ip, userAgent } as const;
  const details = { organisation: done.organisationId, check: checkId, ...read };
  await recordEvent(db, { at: done.at, type: done.type, actor, details });
}
