/** What a visit has proven, and for how long (signer-side.md §2; the 30 minutes). */
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { readVisit, type Visit } from "./visits-store.ts";

/** How long a proof lasts. */
export const proof_ms = 30 * 60_000;

/** Whether a proof of that time still lasts. */
export const lasts = (provenAt: Date | null, now: Date): boolean =>
  provenAt !== null && provenAt.getTime() + proof_ms > now.getTime();

/** The visit of a browser whose mailbox is proven now; null: there is no such proof. */
export async function provenVisit(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  browser: string | null,
): Promise<Visit | null> {
  const visit = browser === null ? null : await readVisit(db, digestOfSecret(browser));
  return visit !== null && lasts(visit.provenAt, clock.now()) ? visit : null;
}
