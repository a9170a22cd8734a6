/** Tables of the room `sending` (migration 0003). */
import type { UploadId } from "@siegel/contract/ids.ts";
import type { ColumnType } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";

/** Tables of the room `sending`. */
export interface SendingTables {
  upload: {
    upload_id: UploadId;
    token_id: string;
    sha256: Sha256Hex;
    /** bigint: pg answers a string. */
    size: ColumnType<string, number, never>;
    created_at: Date;
  };
  idempotency_key: {
    token_id: string;
    key: string;
    /** SHA-256 of the body as sent, hex. */
    body_hash: string;
    answer: ColumnType<unknown, string | null, string>;
    created_at: Date;
  };
}
