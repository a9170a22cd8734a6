/** SQL of which revision the server handed to which session, and to which program. */
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { StoredBytes } from "./documents-store.ts";

/** What loaded a revision: what the client says it is, empty where it does not; `drawnBy` is the service's own program where that drew the pages, else empty. */
export type Program = { readonly viewer: string; readonly userAgent: string; readonly drawnBy: string };

/** A revision, by its number, that a session loaded. */
export type Loading = Program & {
  readonly sessionId: string;
  readonly signerId: SignerId;
  readonly fileId: FileId;
  readonly number: number;
};

// A session that names a new program at each request fills no table.
const rows_a_file_max = 100;

/** Stores a loading; the same one again changes nothing. */
export async function insertLoading(db: Db, loading: Loading & { readonly at: Date }): Promise<void> {
  await inserting(db, loading);
}

const inserting = builtOnce((db, loading: Loading & { readonly at: Date }) =>
  db
    .insertInto("loaded_revision")
    .columns(["session_id", "file_id", "number", "signer_id", "drawn_by", "viewer", "user_agent", "loaded_at"])
    .expression((e) =>
      e
        .selectFrom("file_revision")
        .select((row) => [
          row.cast<string>(row.val(loading.sessionId), "text").as("session_id"),
          "file_id",
          "number",
          row.cast<SignerId>(row.val(loading.signerId), "text").as("signer_id"),
          row.cast<string>(row.val(loading.drawnBy), "text").as("drawn_by"),
          row.cast<string>(row.val(loading.viewer), "text").as("viewer"),
          row.cast<string>(row.val(loading.userAgent), "text").as("user_agent"),
          row.cast<Date>(row.val(loading.at), "timestamptz").as("loaded_at"),
        ])
        .where("file_id", "=", loading.fileId)
        .where("number", "=", loading.number)
        .where(
          (row) =>
            row
              .selectFrom("loaded_revision")
              .select((count) => count.fn.countAll<string>().as("n"))
              .where("session_id", "=", loading.sessionId)
              .where("file_id", "=", loading.fileId),
          "<",
          String(rows_a_file_max),
        ),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** A loading read back, with the revision's bytes. */
export type StoredLoading = Program &
  StoredBytes & { readonly sessionId: string; readonly fileId: FileId; readonly number: number };

/** Everything a signer's sessions loaded, the newest first. */
export async function readLoadings(db: Db, signerId: SignerId): Promise<StoredLoading[]> {
  const { rows } = await loadingsOf(db, { signerId });
  return rows.map(({ size, ...row }) => ({ ...row, size: Number(size) }));
}

const loadingsOf = builtOnce((db, { signerId }: { signerId: SignerId }) =>
  db
    .selectFrom("loaded_revision")
    .innerJoin("file_revision", (join) =>
      join
        .onRef("file_revision.file_id", "=", "loaded_revision.file_id")
        .onRef("file_revision.number", "=", "loaded_revision.number"),
    )
    .select([
      "session_id as sessionId",
      "loaded_revision.file_id as fileId",
      "loaded_revision.number",
      "sha256",
      "size",
      "viewer",
      "user_agent as userAgent",
      "drawn_by as drawnBy",
    ])
    .where("loaded_revision.signer_id", "=", signerId)
    .orderBy("loaded_at", "desc")
    .orderBy("loaded_revision.number", "desc"),
);
