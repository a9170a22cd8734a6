/**
 * Calls of one signer that need their key go one after the other, so that fifty of them take one place in a process's signing module. A
 * signer who sends more calls than a page does is told to come again: each call that waits here holds a password.
 */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SigningModule } from "../../ports/signing-module.ts";

/** A page sends one at a time; a second tab, and calls whose answer was lost, come on top. */
const waiting_max = 8;

type Queue = { last: Promise<unknown>; waiting: number };
const queuesOf = new WeakMap<SigningModule, Map<string, Queue>>();

/** Does the work when all earlier calls of this signer have ended; SERVICE_ERROR where too many wait, and nothing was used up. */
export async function inTurn<Answer>(
  { signingModule }: { readonly signingModule: SigningModule },
  signerId: string,
  work: () => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly code: ErrorCode }> {
  const queues = queuesOf.get(signingModule) ?? new Map<string, Queue>();
  queuesOf.set(signingModule, queues);
  const queue = queues.get(signerId) ?? { last: Promise.resolve(), waiting: 0 };
  // The first of them is at work.
  if (queue.waiting > waiting_max) return { ok: false, code: "SERVICE_ERROR" };
  queues.set(signerId, queue);
  queue.waiting += 1;
  const mine = queue.last.then(work);
  queue.last = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(signerId);
  }
}
