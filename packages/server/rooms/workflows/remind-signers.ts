/** Reminders: asked for by the sender, or brought by time alone. Each is a row, and a mail about it follows in the same transaction. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock, TrustedTime } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { type Due, mayRemindAgainAt, occasionsAt, type ReminderTimes } from "./reminder-rules.ts";
import { type DueSigner, insertReminder, readDueSigners, readReminded } from "./reminder-store.ts";
import { type Refused, type Signer, statusAt, workflowRefusal } from "./workflows-rules.ts";
import { lockWithSigners } from "./workflows-store.ts";

/** A signer whose turn it is, and when the sender may remind them again. */
export type RemindedSigner = { readonly signer: Signer; readonly againAt: Date };

type RemindRefusal = Refused<
  Exclude<(typeof workflowRefusal)[keyof typeof workflowRefusal], null> | "NO_WORKFLOW_FOUND" | "SIGNING_IN_PROGRESS"
>;

/** Whom a request reminded, and who had been reminded too lately; where that is everybody, when to come again. */
export type Reminded =
  | { readonly ok: true; readonly reminded: readonly RemindedSigner[]; readonly tooSoon: readonly RemindedSigner[] }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number }
  | RemindRefusal;

/** Reminds the signers whose turn it is in an open workflow of this organisation, each once in `reminder_every_s`. */
export async function remindSigners(
  deps: { readonly db: Db; readonly clock: Clock; readonly enqueue: Enqueue },
  asked: { readonly workflowId: WorkflowId; readonly organisationId: string; readonly tokenId: string },
): Promise<Reminded> {
  return await inTransaction(deps.db, async (db) => {
    const { workflowId } = asked;
    const at = deps.clock.now();
    const locked = await lockWithSigners(db, workflowId);
    if (locked?.workflow.organisationId !== asked.organisationId) return { ok: false, code: "NO_WORKFLOW_FOUND" };
    const code = workflowRefusal[statusAt(locked.workflow, at)];
    if (code !== null) return { ok: false, code };
    const turns = locked.signers.filter((signer) => signer.status === "INVITED");
    if (turns.length === 0) return { ok: false, code: "SIGNING_IN_PROGRESS" };
    const earlier = await readReminded(
      db,
      turns.map((signer) => signer.signerId),
    );
    const tooSoon = turns.flatMap((signer): RemindedSigner[] => {
      const last = earlier.get(signer.signerId)?.last;
      return last !== undefined && mayRemindAgainAt(last) > at ? [{ signer, againAt: mayRemindAgainAt(last) }] : [];
    });
    const reminded = turns
      .filter((signer) => !tooSoon.some((one) => one.signer === signer))
      .map((signer) => ({ signer, againAt: mayRemindAgainAt(at) }));
    if (reminded.length === 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: soonest(tooSoon, at) };
    const actor = { kind: "sender", id: asked.tokenId } as const;
    for (const { signer } of reminded) {
      const occasion = `asked-${(earlier.get(signer.signerId)?.asked ?? 0) + 1}`;
      await remind(db, { ...signer, occasion, at, actor, enqueue: deps.enqueue });
    }
    return { ok: true, reminded, tooSoon };
  });
}

const soonest = (waiting: readonly RemindedSigner[], now: Date): number =>
  Math.ceil(Math.min(...waiting.map(({ againAt }) => againAt.getTime() - now.getTime())) / 1_000);

const at_once = 200;

/**
 * Reminds everybody whom an occasion reminds now and has not reminded before; answers how many. Harmless when two processes do it at
 * once. @throws TimeNotTrusted, or when some could not be reminded, after all the others were
 */
export async function remindDue(deps: {
  readonly db: Db;
  readonly trustedTime: TrustedTime;
  readonly enqueue: Enqueue;
  readonly times: ReminderTimes;
}): Promise<number> {
  const now = deps.trustedTime.attest();
  const faults: unknown[] = [];
  let reminded = 0;
  for (const due of occasionsAt(deps.times, now)) {
    for (let after: SignerId | "" | undefined = ""; after !== undefined; ) {
      const found: DueSigner[] = await readDueSigners(deps.db, { due, now, after, limit: at_once });
      for (const one of found)
        await remindOne(deps, { ...one, ...due, now }).then(
          (done) => (reminded += done ? 1 : 0),
          (fault: unknown) => faults.push(fault),
        );
      after = found.length < at_once ? undefined : found.at(-1)?.signerId;
    }
  }
  if (faults.length > 0) throw new Error(`${faults.length} signers could not be reminded`, { cause: faults[0] });
  return reminded;
}

/** Checks again under the workflow's row lock: a signer who signed or was reminded since must not get a mail. */
async function remindOne(
  deps: { readonly db: Db; readonly enqueue: Enqueue },
  due: DueSigner & Pick<Due, "occasion" | "quietSince"> & { readonly now: Date },
): Promise<boolean> {
  return await inTransaction(deps.db, async (db) => {
    const locked = await lockWithSigners(db, due.workflowId);
    if (locked === null || statusAt(locked.workflow, due.now) !== "OPEN") return false;
    const signer = locked.signers.find((one) => one.signerId === due.signerId);
    if (signer?.status !== "INVITED") return false;
    const last = (await readReminded(db, [due.signerId])).get(due.signerId)?.last;
    if (last !== undefined && last > due.quietSince) return false;
    return await remind(db, { ...due, at: due.now, actor: { kind: "system" }, enqueue: deps.enqueue });
  });
}

type Reminder = DueSigner & {
  readonly occasion: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly enqueue: Enqueue;
};

async function remind(db: Db, reminder: Reminder): Promise<boolean> {
  const { signerId, workflowId, occasion, at, actor } = reminder;
  if (!(await insertReminder(db, { signerId, occasion, at }))) return false;
  const details = { occasion };
  await recordEvent(db, { at, type: "signer.reminded", actor, workflowId, signerId, details });
  await reminder.enqueue(db, "send-message", { messageKind: "reminder", workflowId, signerId, occasion });
  return true;
}
