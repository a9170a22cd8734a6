/** Table of the blob store (migration 0022). */
import type { Sha256Hex } from "../ports/blobs.ts";

/** Table of the blob store. */
export interface BlobsTables {
  /** Blobs that nothing names for good yet; `put_at` is when they were last put. */
  pending_blob: { sha256: Sha256Hex; put_at: Date };
}
