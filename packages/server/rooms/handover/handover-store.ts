/** SQL of hand-overs: one row a session, changed by single statements, so that of two givers one wins. */

import type { WorkflowId } from "@siegel/contract/ids.ts";
import { session_absolute_s } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { imageIdOf, type SignatureImage } from "../documents/documents.ts";

/** A hand-over as it stands; given and without an image, it was taken. */
export type StoredHandover = {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly givenAt: Date | null;
  readonly image: SignatureImage | null;
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
  const image = width === null || height === null || png === null ? null : { id: imageIdOf(png), width, height, png };
  return { sessionId: row.session_id, expiresAt: row.expires_at, givenAt: row.given_at, image };
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

/** Puts an image where none was given with this secret yet; false otherwise. */
export async function saveGiven(
  db: Db,
  given: { tokenHash: string; at: Date; image: SignatureImage },
): Promise<boolean> {
  const { tokenHash, at, image } = given;
  const done = await db
    .updateTable("signature_handover")
    .set({ given_at: at, width: image.width, height: image.height, png: Buffer.from(image.png) })
    .where("token_hash", "=", tokenHash)
    .where("given_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirstOrThrow();
  return done.numUpdatedRows === 1n;
}

/** The image was taken and is not kept here any longer. */
export async function saveTaken(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("signature_handover")
    .set({ width: null, height: null, png: null })
    .where("session_id", "=", sessionId)
    .execute();
}

/**
 * Forgets what was given and not taken within its time. The row stays, saying how often its session has asked, until no session can
 * be left that made it.
 */
export async function forgetHandovers(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("signature_handover")
    .set({ given_at: null, width: null, height: null, png: null })
    .where("expires_at", "<", now)
    .where("png", "is not", null)
    .execute();
  const sessionsOver = new Date(now.getTime() - session_absolute_s * 1_000);
  await db.deleteFrom("signature_handover").where("expires_at", "<", sessionsOver).execute();
}

/** Forgets the hand-overs of a workflow's sessions. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId): Promise<void> {
  await db
    .deleteFrom("signature_handover")
    .where("session_id", "in", (e) =>
      e.selectFrom("signer_session").select("session_id").where("workflow_id", "=", workflowId),
    )
    .execute();
}
