/** What senders left behind: answers kept for repeated requests, and uploads of which no workflow was made. */
import { unused_kept_h } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { BlobStore, Sha256Hex } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import { deleteKeptBefore, deleteUpload, readIsUpload, readUnusedUploads } from "./sending-store.ts";

/** What forgetting asks of the world. */
export type ForgetDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: Pick<BlobStore, "discard">;
  /** Whether a later room names these bytes; handed in because those rooms come after this one. */
  readonly isNamed: (db: Db, sha256: Sha256Hex) => Promise<boolean>;
};

/** How much was forgotten. */
export type Forgotten = { readonly answers: number; readonly uploads: number; readonly blobs: number };

const uploadsAtOnce = 500;

/**
 * Forgets both after 24 hours. A blob goes only when nobody names it and nobody has put it for as long: whoever names a blob
 * has either just put it, or holds a row that names it already, or locks the upload in the transaction that does
 * (`lockUpload`), and then the upload's row is there until that transaction has ended. Harmless when two processes do it at once.
 */
export async function forgetUnused(deps: ForgetDeps): Promise<Forgotten> {
  const before = new Date(deps.clock.now().getTime() - unused_kept_h * 3_600_000);
  const answers = await deleteKeptBefore(deps.db, before);
  const uploads = await readUnusedUploads(deps.db, before, uploadsAtOnce);
  let blobs = 0;
  for (const { uploadId, sha256 } of uploads) {
    await deleteUpload(deps.db, uploadId);
    // Looked at after the row is gone for good: a workflow that was being made of it has committed by now.
    if ((await readIsUpload(deps.db, sha256)) || (await deps.isNamed(deps.db, sha256))) continue;
    if (await deps.blobs.discard(sha256, before)) blobs += 1;
  }
  return { answers, uploads: uploads.length, blobs };
}
