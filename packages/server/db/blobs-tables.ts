/** Tables of the blob store (migrations 0022, 0035, 0036). */
import type { Generated } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";

/** Tables of the blob store. */
export interface BlobsTables {
  /** Blobs that nothing names for good yet; `put_at` is when they were last put. */
  pending_blob: { sha256: Sha256Hex; put_at: Date };
  /** One row: the mark of the store that holds the documents; `claimed` once it was seen in the store's folder. */
  blob_store: { only_one: Generated<true>; store_id: string; claimed: boolean };
}
