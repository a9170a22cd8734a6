/** Forgets registrations whose mailbox was not proven in time, old links, and what browsers were asked in vain. */
import { confirm_link_s } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { forgetLinks } from "./mailed-links-store.ts";
import { forgetAttempts } from "./oidc-store.ts";
import { forgetPasskeyChallenges } from "./passkeys-store.ts";
import { forgetRegistrations } from "./registration-store.ts";

/** A link that is over says so for so long. */
const link_told_s = 90 * 86_400;

/** A login at a provider that is over says so for so long. */
const attempt_told_s = 86_400;

/** By trusted time: a clock that was set forward would forget what is still waited for. */
export async function forgetWaiting(db: Db, now: Date): Promise<void> {
  await forgetRegistrations(db, new Date(now.getTime() - confirm_link_s * 1_000));
  await forgetPasskeyChallenges(db, now);
  await forgetAttempts(db, new Date(now.getTime() - attempt_told_s * 1_000));
  await forgetLinks(db, new Date(now.getTime() - link_told_s * 1_000));
}
