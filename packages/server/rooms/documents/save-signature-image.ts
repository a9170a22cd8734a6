/** Puts an image into a signer's signature, or takes it out again; a code that was sent before dies by itself (`stateHash`). */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { SignatureImage } from "./check-image.ts";
import { checkOwnPartChangeable } from "./check-own-part.ts";
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
      if (await forgetSignatureImage(db, signerId))
        await recordEvent(db, { ...event, type: "document.image-removed", details: {} });
      return { ok: true };
    }
    // The trail grows with what changes, not with who asks again.
    if (await putSignatureImage(db, signerId, { ...image, at }))
      await recordEvent(db, { ...event, type: "document.image-chosen", details: { image: image.id } });
    return { ok: true };
  });
}
