/** Forgets registrations whose mailbox was not proven in time, old links, and what browsers were asked in vain. */
import { confirm_link_s } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { forgetLinks } from "./mailed-links-store.ts";
import { forgetPasskeyChallenges } from "./passkeys-store.ts";
import { forgetRegistrations } from "./registration-store.ts";

/** A link that is over says so for so long. */
const link_told_s = 90 * 86_400;

/** By trusted time: a clock that was set forward would forget what is still waited for. */
export async function forgetWaiting(db: Db, now: Date): Promise<void> {
  await forgetRegistrations(db, new Date(now.getTime() - confirm_link_s * 1_000));
  await forgetPasskeyChallenges(db, now);
  await forgetLinks(db, new Date(now.getTime() - link_told_s * 1_000));
}
