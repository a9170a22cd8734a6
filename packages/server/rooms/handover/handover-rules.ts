/** What a hand-over's secret is stored as, and how long it is good for. Pure. */
import { createHash } from "node:crypto";

/** SHA-256, hex: enough for 256 random bits. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Whether its time is not over yet. */
export const isInTime = ({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean =>
  now.getTime() < expiresAt.getTime();

/** Whether something can still be given. */
export const isOpen = (handover: { readonly givenAt: Date | null; readonly expiresAt: Date }, now: Date): boolean =>
  handover.givenAt === null && isInTime(handover, now);
