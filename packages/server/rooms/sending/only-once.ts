/** The same request under the same key is answered once and the same again (Idempotency-Key; decisions.md §5 'Sending'). */
import { createHash } from "node:crypto";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Refused } from "../workflows/workflows.ts";
import { insertKept, readKept } from "./sending-store.ts";

/** Undoes a transaction whose request somebody else has already answered. */
class AnsweredMeanwhile extends Error {
  override readonly name = "AnsweredMeanwhile";
}

/** What a request is recognised by. */
export type RequestKey = {
  readonly tokenId: string;
  readonly key: string;
  readonly body: unknown;
};

/**
 * Runs `work` unless this key was answered before. `work` calls `keep(db, answer)` inside the transaction that does the
 * thing, so that the thing and the memory of it exist together. Refusals are not kept: the sender may mend and repeat.
 */
export async function onlyOnce<A, R extends { ok: false }>(
  deps: { db: Db; clock: Clock },
  request: RequestKey | null,
  work: (keep: (db: Db, answer: A) => Promise<void>) => Promise<{ ok: true; answer: A } | R>,
): Promise<{ ok: true; answer: A } | R | Refused<"IDEMPOTENCY_KEY_REUSED">> {
  if (request === null) return await work(async () => undefined);
  const bodyHash = createHash("sha256").update(JSON.stringify(request.body)).digest("hex");
  const earlier = await keptAnswer<A>(deps.db, request, bodyHash);
  if (earlier) return earlier;
  try {
    const done = await work(async (db, answer) => {
      const kept = await insertKept(db, {
        tokenId: request.tokenId,
        key: request.key,
        bodyHash,
        answer,
        at: deps.clock.now(),
      });
      if (!kept) throw new AnsweredMeanwhile();
    });
    // A twin of this request may have taken what this one was refused for, the licence's last signature: its answer is ours.
    return done.ok ? done : ((await keptAnswer<A>(deps.db, request, bodyHash)) ?? done);
  } catch (fault) {
    if (!(fault instanceof AnsweredMeanwhile)) throw fault;
    const answered = await keptAnswer<A>(deps.db, request, bodyHash);
    if (!answered) throw fault;
    return answered;
  }
}

async function keptAnswer<A>(
  db: Db,
  request: RequestKey,
  bodyHash: string,
): Promise<{ ok: true; answer: A } | Refused<"IDEMPOTENCY_KEY_REUSED"> | null> {
  const kept = await readKept(db, request.tokenId, request.key);
  if (!kept) return null;
  if (kept.bodyHash !== bodyHash) return { ok: false, code: "IDEMPOTENCY_KEY_REUSED" };
  // Written by `insertKept` under this key with an answer of the same call.
  return { ok: true, answer: kept.answer as A };
}
