/** The phone's side: whoever has the secret may look whether it is good, and give one image. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { checkImage, readSignatureImage } from "../documents/documents.ts";
import { readLivingSession } from "../login/login.ts";
import { checkMaySign } from "../workflows/workflows.ts";
import { isInTime, isOpen } from "./handover-rules.ts";
import { readOfToken, type StoredHandover, saveGiven } from "./handover-store.ts";

type HandoverDeps = { readonly db: Db; readonly clock: Clock };

/** How long the secret is good for, in whole seconds; or that it is not, whatever the reason: a stranger learns no more. */
export type LookedAt =
  | { readonly ok: true; readonly expiresInS: number }
  | { readonly ok: false; readonly code: "HANDOVER_OVER" };

const over = { ok: false, code: "HANDOVER_OVER" } as const;

/** Whether a secret still takes an image: unused, in time, and its session still there and at work. */
export async function lookAtHandover(deps: HandoverDeps, token: string): Promise<LookedAt> {
  const now = deps.clock.now();
  const found = await findHandover(deps, token, now);
  if (found === null || !isOpen(found.handover, now)) return over;
  const leftMs = found.handover.expiresAt.getTime() - now.getTime();
  return { ok: true, expiresInS: Math.max(1, Math.floor(leftMs / 1_000)) };
}

type Found = { readonly handover: StoredHandover; readonly signerId: SignerId };

/** The hand-over of a secret, used or not, while it is in time and its session there and at work. */
async function findHandover(deps: HandoverDeps, token: string, now: Date): Promise<Found | null> {
  const handover = await readOfToken(deps.db, digestOfSecret(token));
  if (handover === null || !isInTime(handover, now)) return null;
  const context = await readLivingSession(deps, handover.sessionId);
  if (context === null || !checkMaySign(context, now).ok) return null;
  return { handover, signerId: context.signer.signerId };
}

/** Given, or why not. */
export type Given = { readonly ok: true } | { readonly ok: false; readonly code: ErrorCode; readonly message?: string };

/** Leaves one image for the session that made the secret; a file that is not an image does not use the secret up. The same image may be given again. */
export async function giveImage(
  deps: HandoverDeps,
  given: { readonly token: string; readonly bytes: Uint8Array },
): Promise<Given> {
  const at = deps.clock.now();
  // Before the image is unpacked: strangers cost one look into an index.
  const found = await findHandover(deps, given.token, at);
  if (found === null) return over;
  const checked = checkImage(given.bytes);
  if (!checked.ok) return checked;
  const { image } = checked;
  const tokenHash = digestOfSecret(given.token);
  if (await saveGiven(deps.db, { tokenHash, at, image })) return { ok: true };
  return (await wasGiven(deps.db, { ...found, tokenHash, imageId: image.id })) ? { ok: true } : over;
}

/** Whether this very image was given with the secret: its answer may have been lost on the way to the phone. */
async function wasGiven(
  db: Db,
  { tokenHash, signerId, imageId }: { tokenHash: string; signerId: SignerId; imageId: string },
): Promise<boolean> {
  const handover = await readOfToken(db, tokenHash);
  if (handover === null || handover.givenAt === null) return false;
  // Taken already, it stands in the signature.
  const image = handover.image ?? (await readSignatureImage(db, signerId));
  return image?.id === imageId;
}
