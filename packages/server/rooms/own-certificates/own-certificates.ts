/**
 * The door of the room `own-certificates`: owners see and revoke their certificates (docs/decisions/0024). What they have proven stands in the
 * row of a visit, which belongs to one browser and to one mailbox; each verb looks at it itself.
 */
import type { Db } from "../../db/database.ts";
import { forgetOwnersCodes } from "../challenges/challenges.ts";
import { forgetVisitsBefore } from "./visits-store.ts";

export { wishToIdentify } from "./begin-own-check.ts";
export { changePassword } from "./change-password.ts";
export { askNewPhoneCode, changePhone } from "./change-phone.ts";
export { type CodeMailDeps, sendCodeMail } from "./code-mail.ts";
export { listHolders, listOwn, maskedEmailOf, mayRevokeByPhone, ownedById } from "./list-own.ts";
export { askMailCode, checkMailCode } from "./prove-mailbox.ts";
export { askPhoneCode, checkPhoneCode } from "./prove-phone.ts";
export { revokeOwn } from "./revoke-own.ts";
export { lookAtChange, stopChange } from "./stop-change.ts";

/** Longer than any limit of sends looks back, and than any proof lasts. */
const kept_ms = 24 * 3_600_000;

/** Forgets visits of the day before, with their codes. */
export async function forgetVisits(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept_ms);
  await forgetVisitsBefore(db, before);
  await forgetOwnersCodes(db, before);
}
