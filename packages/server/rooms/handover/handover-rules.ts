/** What a hand-over's secret is stored as, and how long it is good for. Pure. */
import { createHash } from "node:crypto";

/** SHA-256, hex: enough for 256 random bits. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Whether something can still be given. */
export const isOpen = (
  { givenAt, expiresAt }: { readonly givenAt: Date | null; readonly expiresAt: Date },
  now: Date,
): boolean => givenAt === null && now.getTime() < expiresAt.getTime();
