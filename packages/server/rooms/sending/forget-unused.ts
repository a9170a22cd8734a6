/** What was left behind: answers kept for repeated requests, uploads of which no workflow was made, blobs that nobody names. */
import { unused_kept_h } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { forgetPendingBlob, readPendingBlobs } from "../../db/pending-blobs.ts";
import type { BlobStore, Sha256Hex } from "../../ports/blobs.ts";
import type { TrustedTime } from "../../ports/clock.ts";
import { deleteKeptBefore, deleteUnusedUploads } from "./sending-store.ts";

/** What forgetting asks of the world: among it a time to rely on, since a clock that was put forward makes everything old. */
export type ForgetDeps = {
  readonly db: Db;
  readonly trustedTime: TrustedTime;
  readonly blobs: Pick<BlobStore, "discard">;
};

/** How much was forgotten. */
export type Forgotten = { readonly answers: number; readonly uploads: number; readonly blobs: number };

const atOnce = 500;

/** Forgets all three after 24 hours. Harmless when two processes do it at once. @throws TimeNotTrusted */
export async function forgetUnused(deps: ForgetDeps): Promise<Forgotten> {
  const before = new Date(deps.trustedTime.attest().getTime() - unused_kept_h * 3_600_000);
  const answers = await deleteKeptBefore(deps.db, before);
  const uploads = await deleteUnusedUploads(deps.db, before, atOnce);
  return { answers, uploads, blobs: await forgetBlobs(deps, before) };
}

/**
 * A blob goes when no row names it and it was not put for a day. A writer that names a blob has either just put it, and then neither
 * its row nor its file is old; or copies the name from a row, and that row is there until the copy is: the upload is locked
 * (`lockUpload`), and of two switches of one act the second finds the act ended. A put at this instant writes its row first:
 * it stays, and the file that is put then replaces the one that goes.
 */
async function forgetBlobs({ db, blobs }: ForgetDeps, before: Date): Promise<number> {
  let gone = 0;
  for (let after: Sha256Hex | "" | undefined = ""; after !== undefined; ) {
    const pending: Awaited<ReturnType<typeof readPendingBlobs>> = await readPendingBlobs(db, {
      before,
      after,
      limit: atOnce,
    });
    for (const { sha256, named } of pending) {
      if (named === "for now") continue;
      if (named === "by nobody" && (await blobs.discard(sha256, before))) gone += 1;
      await forgetPendingBlob(db, sha256, before);
    }
    after = pending.at(-1)?.sha256;
  }
  return gone;
}
