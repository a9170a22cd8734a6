/**
 * A certificate has a new phone, or a new password and so a new certificate (docs/decisions/0029): it rests, and who was reached before the
 * change is told, with a link that stops it.
 */
import { digestOfSecret, keyFor, macOf } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import {
  deleteChangesBefore,
  insertChange,
  readChangeOfLink,
  readRest,
  type StoredChange,
  saveStopped,
} from "./changes-store.ts";
import type { HolderSecret } from "./holder-mac.ts";
import { sealPhone } from "./registered-phone.ts";

/** decisions.md §8. */
export const rests_ms = 24 * 3_600_000;
/** Who was on holiday can still stop it. */
const stoppable_ms = 30 * 24 * 3_600_000;
const secret_bytes = 16;

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly enqueue: Enqueue;
  readonly holderSecret: HolderSecret;
};

/** The secret of a change's link, 128 bits: computed, so that no copy is stored. */
export const stopSecretOf = (secret: HolderSecret, changeId: string): string =>
  Buffer.from(macOf(keyFor(secret, "links that stop a change"), [changeId])).toString("base64url", 0, secret_bytes);

/** As whose the number of a message is sealed. */
export const toldAs = (changeId: string): string => `change ${changeId}`;

/** Records it in the caller's transaction. `phone`: the number before, which is told. */
export async function recordChange(
  deps: Deps,
  made: Pick<StoredChange, "certificateId" | "kind" | "route" | "language" | "workflowId"> & {
    readonly phone: string;
    readonly rests: boolean;
    /** On the strength of which identification; null: of a meeting. */
    readonly check: string | null;
    readonly from: { readonly ip?: string; readonly userAgent?: string };
  },
): Promise<Pick<StoredChange, "changedAt" | "restsUntil">> {
  const { db, clock, random, enqueue, holderSecret } = deps;
  const { phone, rests, check, from, ...change } = made;
  const changeId = random.id();
  const changedAt = clock.now();
  const restsUntil = rests ? new Date(changedAt.getTime() + rests_ms) : null;
  const toldPhone = sealPhone(deps, { certificateId: toldAs(changeId), phone });
  const stopHash = digestOfSecret(stopSecretOf(holderSecret, changeId));
  await insertChange(db, { ...change, changeId, changedAt, restsUntil, toldPhone, stopHash });
  const { certificateId: certificate, kind, route } = change;
  await recordEvent(db, {
    at: changedAt,
    type: "certificate.changed",
    actor: { kind: "system", ...from },
    details: { certificate, kind, route, change: changeId, ...(check === null ? {} : { check }) },
  });
  await enqueue(db, "send-change-mail", { mailId: random.id(), changeId });
  await enqueue(db, "send-change-text", { changeId });
  return { changedAt, restsUntil };
}

/** Until when a certificate signs nothing in a workflow; null: it does not rest there. */
export async function restOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  certificateId: string,
  inWorkflow?: string,
): Promise<Date | null> {
  const rest = await readRest(db, certificateId, clock.now());
  return rest === null || (rest.workflowId !== null && rest.workflowId === inWorkflow) ? null : rest.until;
}

const stoppableSince = (now: Date): Date => new Date(now.getTime() - stoppable_ms);

/** The change of a link; null: there is no such link, or it is too old. */
export async function changeOfLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  secret: string,
): Promise<StoredChange | null> {
  return await readChangeOfLink(db, { stopHash: digestOfSecret(secret), since: stoppableSince(clock.now()) });
}

/** Notes in the caller's transaction that a change was stopped. */
export async function markStopped({ db, clock }: Pick<Deps, "db" | "clock">, changeId: string): Promise<void> {
  await saveStopped(db, changeId, clock.now());
}

/** Forgets the changes that cannot be stopped any more. */
export async function forgetChanges({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await deleteChangesBefore(db, stoppableSince(clock.now()));
}
