/** Tables of the blob store (migrations 0022, 0035). */
import type { Generated } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";

/** Tables of the blob store. */
export interface BlobsTables {
  /** Blobs that nothing names for good yet; `put_at` is when they were last put. */
  pending_blob: { sha256: Sha256Hex; put_at: Date };
  /** One row: the mark of the store that holds the documents. */
  blob_store: { only_one: Generated<true>; store_id: string };
}
