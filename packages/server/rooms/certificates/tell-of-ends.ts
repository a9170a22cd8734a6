/** Who holds a qualified certificate is told 90, 30 and 7 days before it ends. An advanced one is made anew at its next use, so nobody is told. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { TrustedTime } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { revocationOf } from "../authority/authority.ts";
import { takeEnding } from "./ending-store.ts";

const at_once = 100;

/** Enqueues the mails that are due, each once; one that was missed is not made up for by two. By trusted time. @throws TimeNotTrusted */
export async function tellOfEnds({
  db,
  trustedTime,
  random,
  enqueue,
}: {
  readonly db: Db;
  readonly trustedTime: TrustedTime;
  readonly random: Random;
  readonly enqueue: Enqueue;
}): Promise<void> {
  const now = trustedTime.attest();
  let taken: number;
  do {
    taken = await inTransaction(db, async (trx) => {
      const ending = await takeEnding(trx, { now, limit: at_once });
      for (const { certificateId, ...of } of ending)
        if ((await revocationOf(trx, of)) === null)
          await enqueue(trx, "send-ending-mail", { mailId: random.id(), certificateId });
      return ending.length;
    });
  } while (taken === at_once);
}
