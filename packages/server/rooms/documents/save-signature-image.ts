/** Puts an image into a signer's signature, or takes it out again: what was confirmed with another one is not confirmed any more. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { SignatureImage } from "./check-image.ts";
import { checkOwnPartChangeable } from "./check-own-part.ts";
import { type Confirmation, readFields, saveConfirmation } from "./fields-store.ts";
import { forgetSignatureImage, putSignatureImage } from "./signature-image-store.ts";

/** Who changes their image, as the session and the socket say; `image` null takes it out. */
export type ImageChange = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly image: SignatureImage | null;
  readonly ip: string;
  readonly userAgent: string;
};

/** Stored, or why not. */
export type SavedImage = { readonly ok: true } | { readonly ok: false; readonly code: ErrorCode };

/** Refused once the signer has signed, is being signed for, or the workflow ended. */
export async function saveSignatureImage(
  deps: { readonly db: Db; readonly clock: Clock },
  change: ImageChange,
): Promise<SavedImage> {
  const { workflowId, signerId, image, ip, userAgent } = change;
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const changeable = await checkOwnPartChangeable(db, change, at);
    if (!changeable.ok) return changeable;
    const event = { at, actor: { kind: "signer", id: signerId, ip, userAgent }, workflowId, signerId } as const;
    if (image === null) {
      if (!(await forgetSignatureImage(db, signerId))) return { ok: true };
      await recordEvent(db, { ...event, type: "document.image-removed", details: {} });
    } else {
      // The trail grows with what changes, not with who asks again.
      if (!(await putSignatureImage(db, signerId, { ...image, at }))) return { ok: true };
      await recordEvent(db, { ...event, type: "document.image-chosen", details: { image: image.id } });
    }
    for (const fileId of await confirmedWithImage(db, signerId, changeable.confirmations)) {
      await saveConfirmation(db, signerId, { fileId, confirmedAt: null, changedAt: at });
      await recordEvent(db, { ...event, fileId, type: "document.changed-after-confirming", details: {} });
    }
    return { ok: true };
  });
}

/** The confirmed files that draw the image: with another one something else stands there than was confirmed. */
async function confirmedWithImage(
  db: Db,
  signerId: SignerId,
  confirmations: readonly Confirmation[],
): Promise<readonly FileId[]> {
  const fields = await readFields(db, signerId);
  const drawing = new Set(
    fields.flatMap(({ kind, placements, fileId }) => (kind === "signature" && placements.length > 0 ? [fileId] : [])),
  );
  return confirmations.flatMap(({ fileId, confirmedAt }) =>
    confirmedAt !== null && drawing.has(fileId) ? [fileId] : [],
  );
}
