/** Who may keep others' signatures off a document while a qualified code lives, and for how long (decisions.md §13 "Hold"). Pure. */

import type { SignerId } from "@siegel/contract/ids.ts";
import { otp_expires_s } from "@siegel/contract/limits.ts";

/** The last hold of a file. `isActing`: an act whose signatures exist is being carried out under it. */
export type Hold = {
  readonly signerId: SignerId;
  readonly actId: string;
  readonly heldUntil: Date;
  readonly endedAt: Date | null;
  readonly isWanted: boolean;
  readonly isActing: boolean;
};

/** A hold lasts as long as its code. */
export const holdMs = otp_expires_s * 1_000;
/** Who held a file pauses this long before they hold it again, while others want it. */
export const holdPauseMs = 60_000;
/** An act under which a file is held may take this long, as far as anybody can say. */
const actMs = 15_000;

/** Whether a hold keeps others away at `now`. */
export function isLiving(hold: Hold, now: Date): boolean {
  return hold.endedAt === null && (hold.isActing || hold.heldUntil > now);
}

/** Milliseconds for which a signer must wait until they may hold a file, 0 for now. `isAwaited`: acts of others wait, and go first. */
export function msUntilHold(hold: Hold | null, signerId: SignerId, now: Date, isAwaited = false): number {
  if (hold === null) return 0;
  const isOwn = hold.signerId === signerId;
  if (isLiving(hold, now)) return isOwn ? 0 : msLeft(hold, now);
  if (!hold.isWanted || !(isOwn || isAwaited)) return 0;
  const over = hold.endedAt !== null && hold.endedAt < hold.heldUntil ? hold.endedAt : hold.heldUntil;
  return Math.max(0, over.getTime() + holdPauseMs - now.getTime());
}

/** Milliseconds that a living hold lasts at least. */
export function msLeft(hold: Hold, now: Date): number {
  const left = hold.heldUntil.getTime() - now.getTime();
  return hold.isActing ? Math.max(left, actMs) : left;
}

/** Until when a signer's next code holds a file: a hold that others want is not made longer. */
export function heldUntil(hold: Hold | null, signerId: SignerId, now: Date): Date {
  const isKept = hold !== null && hold.signerId === signerId && hold.isWanted && isLiving(hold, now);
  return isKept ? hold.heldUntil : new Date(now.getTime() + holdMs);
}
