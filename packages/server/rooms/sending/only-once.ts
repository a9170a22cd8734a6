/** The same request under the same key is answered once and the same again (Idempotency-Key; decisions.md §5 'Sending'). */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Refused } from "../workflows/workflows.ts";
import { insertKept, readKept } from "./sending-store.ts";

/** Undoes a transaction whose request somebody else has already answered. */
class AnsweredMeanwhile extends Error {
  override readonly name = "AnsweredMeanwhile";
}

/** What a request is recognised by; `contents` are long texts of it that `body` is without. */
export type RequestKey = {
  readonly tokenId: string;
  readonly key: string;
  readonly body: unknown;
  readonly contents: readonly string[];
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
  const bodyHash = await hashOf(request);
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

// Hashed in one turn, sixty million characters would hold everybody up.
const chars_at_once = 1024 * 1024;

async function hashOf({ body, contents }: RequestKey): Promise<string> {
  // Their lengths say where one ends and the next begins.
  const said = contents.length === 0 ? body : [body, contents.map((content) => content.length)];
  const hash = createHash("sha256").update(JSON.stringify(said));
  for (const content of contents) {
    for (let at = 0; at < content.length; at += chars_at_once) {
      hash.update(content.slice(at, at + chars_at_once));
      await nextTurn();
    }
  }
  return hash.digest("hex");
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
