/**
 * SQL of the image in a signer's signature. It is kept as long as the signed file that shows it, for the audit report; of somebody who has
 * not signed it is forgotten when the workflow ends.
 */
import type { SignerId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { SignatureImage } from "./check-image.ts";

/** The image in a signer's signature, or null. */
export async function readSignatureImage(db: Db, signerId: SignerId): Promise<SignatureImage | null> {
  const row = await db
    .selectFrom("signature_image")
    .select(["image_hash as id", "width", "height", "png"])
    .where("signer_id", "=", signerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores an image in the place of the one before; false where it is the one that stands there. */
export async function putSignatureImage(
  db: Db,
  signerId: SignerId,
  saved: SignatureImage & { at: Date },
): Promise<boolean> {
  const { id, width, height, png, at } = saved;
  const row = { image_hash: id, width, height, png: Buffer.from(png), saved_at: at };
  const put = await db
    .insertInto("signature_image")
    .values({ signer_id: signerId, ...row })
    .onConflict((conflict) =>
      conflict.column("signer_id").doUpdateSet(row).where("signature_image.image_hash", "<>", id),
    )
    .returning("signer_id")
    .executeTakeFirst();
  return put !== undefined;
}

/** Forgets a signer's image; false where there is none. */
export async function forgetSignatureImage(db: Db, signerId: SignerId): Promise<boolean> {
  const done = await db.deleteFrom("signature_image").where("signer_id", "=", signerId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Forgets the images of signers who will not sign any more because their workflow has ended; answers how many. */
export async function forgetSignatureImages(db: Db): Promise<number> {
  const done = await db
    .deleteFrom("signature_image")
    .where("signer_id", "in", (e) =>
      e
        .selectFrom("signer")
        .innerJoin("workflow", "workflow.workflow_id", "signer.workflow_id")
        .select("signer.signer_id")
        .where("workflow.status", "<>", "OPEN")
        .where("signer.status", "<>", "SIGNED"),
    )
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
