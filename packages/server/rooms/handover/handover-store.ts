/** SQL of hand-overs: one row a session, changed by single statements, so that of two givers one wins. */
import type { Db } from "../../db/database.ts";
import type { SignatureImage } from "../documents/documents.ts";

/** A picture without its id: that is computed where it is taken. */
export type GivenPicture = Omit<SignatureImage, "id">;

/** A hand-over as it stands. */
export type StoredHandover = {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly givenAt: Date | null;
  readonly picture: GivenPicture | null;
};

/** Begins anew for a session under another secret; false when it has begun `openedMax` times already. */
export async function saveOpened(
  db: Db,
  opened: { sessionId: string; tokenHash: string; expiresAt: Date; openedMax: number },
): Promise<boolean> {
  const { sessionId, tokenHash, expiresAt, openedMax } = opened;
  const fresh = { token_hash: tokenHash, expires_at: expiresAt, given_at: null, width: null, height: null, png: null };
  const row = await db
    .insertInto("signature_handover")
    .values({ session_id: sessionId, opened: 1, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column("session_id")
        .doUpdateSet((e) => ({ ...fresh, opened: e("signature_handover.opened", "+", 1) }))
        .where("signature_handover.opened", "<", openedMax),
    )
    .returning("session_id")
    .executeTakeFirst();
  return row !== undefined;
}

const columns = ["session_id", "expires_at", "given_at", "width", "height", "png"] as const;
const handovers = (db: Db) => db.selectFrom("signature_handover").select(columns);
type HandoverRow = Awaited<ReturnType<ReturnType<typeof handovers>["executeTakeFirstOrThrow"]>>;

function toHandover(row: HandoverRow): StoredHandover {
  const { width, height, png } = row;
  const picture = width === null || height === null || png === null ? null : { width, height, png };
  return { sessionId: row.session_id, expiresAt: row.expires_at, givenAt: row.given_at, picture };
}

/** The hand-over of a session, or null. */
export async function readOfSession(db: Db, sessionId: string): Promise<StoredHandover | null> {
  const row = await handovers(db).where("session_id", "=", sessionId).executeTakeFirst();
  return row === undefined ? null : toHandover(row);
}

/** The hand-over of a secret, or null. */
export async function readOfToken(db: Db, tokenHash: string): Promise<StoredHandover | null> {
  const row = await handovers(db).where("token_hash", "=", tokenHash).executeTakeFirst();
  return row === undefined ? null : toHandover(row);
}

/** Puts a picture where none was given with this secret yet; false otherwise. */
export async function saveGiven(
  db: Db,
  given: { tokenHash: string; at: Date; picture: GivenPicture },
): Promise<boolean> {
  const { tokenHash, at, picture } = given;
  const done = await db
    .updateTable("signature_handover")
    .set({ given_at: at, width: picture.width, height: picture.height, png: Buffer.from(picture.png) })
    .where("token_hash", "=", tokenHash)
    .where("given_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirstOrThrow();
  return done.numUpdatedRows === 1n;
}

/** The picture was taken and is not kept here any longer. */
export async function savePictureTaken(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("signature_handover")
    .set({ width: null, height: null, png: null })
    .where("session_id", "=", sessionId)
    .execute();
}

/** Forgets hand-overs that ended before, with whatever was given and not taken; answers how many. */
export async function forgetHandovers(db: Db, before: Date): Promise<number> {
  const done = await db.deleteFrom("signature_handover").where("expires_at", "<", before).executeTakeFirst();
  return Number(done.numDeletedRows);
}
