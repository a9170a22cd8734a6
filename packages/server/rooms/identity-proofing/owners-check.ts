/**
 * An owner proves who they are once more (docs/decisions/0029): the identification counts for half an hour, in the browser that began, for one
 * certificate and one purpose, and once. With another name a person decides; then a link by mail leads back.
 */
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { digestOfSecret, keyFor, macOf } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { ProvenIdentity } from "../../ports/proven-identity.ts";
import type { CheckDeps } from "./begin-check.ts";
import { readPerson } from "./cases-store.ts";
import { type CheckActor, recordCheck } from "./check-events.ts";
import { longSecretOf, openProven } from "./check-secrets.ts";
import { signUntil } from "./check-states.ts";
import { type OwnersCheck, readCheck, readCheckBy, readNewestOfOwner, saveUsed } from "./checks-store.ts";
import { type IdentitySecret, openPerson, type PersonData } from "./identity-data.ts";
import { deleteOwnersBefore, saveApprovedLink, saveKeptOfOwner, saveOpenedLink } from "./over-checks-store.ts";
import { insertReview } from "./review-store.ts";

/** The newest identification of an owner in a browser, by its cookie; or null. */
export async function ownersCheckOf(db: Db, browser: string | null): Promise<OwnersCheck | null> {
  return browser === null ? null : await readNewestOfOwner(db, digestOfSecret(browser));
}

/** An owner's identification that counts now, and who it was. */
export type IdentifiedOwner = { readonly check: OwnersCheck; readonly identity: ProvenIdentity };

/** The one of a browser that counts for one of these purposes; null: there is none. */
export async function identifiedOwner(
  deps: Pick<CheckDeps, "db" | "clock" | "identitySecret">,
  { browser, purposes }: { readonly browser: string | null; readonly purposes: readonly OwnersPurpose[] },
): Promise<IdentifiedOwner | null> {
  const check = await ownersCheckOf(deps.db, browser);
  if (check === null || !purposes.includes(check.purpose) || !counts(check, deps.clock.now())) return null;
  return check.sealed === null ? null : { check, identity: openProven(deps.identitySecret, check, check.sealed) };
}

/** Whether it may be used now. */
function counts(check: OwnersCheck, now: Date): boolean {
  const until = signUntil(check);
  return check.releasedAt !== null && check.usedAt === null && until !== null && until > now;
}

/** Uses it up, in the caller's transaction, once; false: it was used. `certificateId`: what stands on it from now on; null: nothing. */
export async function useIdentifiedOwner(
  { db, clock }: Pick<CheckDeps, "db" | "clock">,
  { check }: Pick<IdentifiedOwner, "check">,
  certificateId: string | null,
): Promise<boolean> {
  return await saveUsed(db, check.checkId, { at: clock.now(), certificateId });
}

/** Puts a doubtful one before an operator, once, when its owner came back with it. */
export async function askPersonAbout(
  { db, clock }: Pick<CheckDeps, "db" | "clock">,
  check: OwnersCheck,
  by: CheckActor,
): Promise<OwnersCheck> {
  if (check.state !== "review" || check.releasedAt === null || check.keptAt !== null) return check;
  const at = clock.now();
  await inTransaction(db, async (trx) => {
    if (!(await saveKeptOfOwner(trx, check.checkId, at))) return;
    await insertReview(trx, check.checkId, at);
    await recordCheck(trx, check, { type: "identification.kept", at, by });
  });
  const kept = await readCheck(db, check.checkId);
  return kept === null || kept.purpose === "sign" ? check : kept;
}

const secret_bytes = 16;

/** The secret of the mail that leads back after an operator approved: computed, so that no copy is stored; found by its digest. */
export const approvedLinkOf = (secret: IdentitySecret, checkId: string): string =>
  Buffer.from(macOf(keyFor(secret, "links of approved owners"), [checkId])).toString("base64url", 0, secret_bytes);

/** For so long it leads back. */
export const approved_link_s = 86_400;

/** Lets that link alone lead back from now on, in the caller's transaction: who does not open it undoes nothing by that, and lets nobody in. */
export async function allowApprovedLink(
  { db, clock, random, identitySecret }: Pick<CheckDeps, "db" | "clock" | "random" | "identitySecret">,
  checkId: string,
): Promise<void> {
  const hash = digestOfSecret(approvedLinkOf(identitySecret, checkId));
  const browserHash = longSecretOf(random).hash;
  await saveApprovedLink(db, checkId, {
    hash,
    browserHash,
    expiresAt: new Date(clock.now().getTime() + approved_link_s * 1_000),
  });
}

/** Opens such a link: the identification is this browser's now, and its half hour begins. Null: not such a link, too old, or used. */
export async function openApproved(
  { db, clock }: Pick<CheckDeps, "db" | "clock">,
  { secret, browser, by }: { readonly secret: string; readonly browser: string; readonly by: NonNullable<CheckActor> },
): Promise<OwnersCheck | null> {
  const at = clock.now();
  return await inTransaction(db, async (trx) => {
    const found = await readCheckBy(trx, "link_hash", digestOfSecret(secret));
    if (found === null || found.purpose === "sign") return null;
    if (!(await saveOpenedLink(trx, found.checkId, { browserHash: digestOfSecret(browser), at }))) return null;
    await recordCheck(trx, found, { type: "identification.confirmed", at, by });
    const opened = await readCheck(trx, found.checkId);
    return opened === null || opened.purpose === "sign" ? null : opened;
  });
}

/** Who was met or identified for a certificate; null: unknown. */
export async function personById(
  { db, identitySecret }: Pick<CheckDeps, "db" | "identitySecret">,
  personId: string,
): Promise<PersonData | null> {
  const found = await readPerson(db, personId);
  return found === null ? null : openPerson(identitySecret, personId, found.sealed);
}

/** As long as who asks us about a failed one may still do so. */
const kept_ms = 30 * 24 * 3_600_000;

/** Forgets owners' identifications of a month ago on which nothing stands. */
export async function forgetOwnersChecks({ db, clock }: Pick<CheckDeps, "db" | "clock">): Promise<void> {
  await deleteOwnersBefore(db, new Date(clock.now().getTime() - kept_ms));
}
