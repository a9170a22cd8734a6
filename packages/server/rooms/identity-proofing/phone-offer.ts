/** The phone's side of an offer: it looks, and agrees or not (providers.md §1.2; the result is told to the computer alone). */
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { beginOffered, type CheckDeps, type NotBegun } from "./begin-check.ts";
import type { CheckActor } from "./check-events.ts";
import { giveBackOffer } from "./check-turns-store.ts";
import { readCheckBy, type StoredCheck, useSecret } from "./checks-store.ts";
import { endCheck, type SettleDeps } from "./settle-check.ts";

/** What a computer offers. */
export type PhoneOffer = {
  readonly check: StoredCheck;
  readonly digits: string;
  readonly state: "offered" | "begun" | "over";
};

/** The offer of a QR code, or null. */
export async function lookAtOffer(
  { db, clock }: { readonly db: Db; readonly clock: CheckDeps["clock"] },
  secret: string,
): Promise<PhoneOffer | null> {
  const check = await readCheckBy(db, "offer_hash", digestOfSecret(secret));
  if (check === null || check.offer === null) return null;
  const isOver = check.state !== "pending" || check.expiresAt.getTime() <= clock.now().getTime();
  const state = isOver ? "over" : check.offer.takenAt === null ? "offered" : "begun";
  return { check, digits: check.offer.digits, state };
}

/** Agrees to an offer, once, or ends it. Null: it cannot be taken any more. */
export async function takeOffer(
  deps: CheckDeps & Pick<SettleDeps, "eid">,
  { secret, agreed, by }: { readonly secret: string; readonly agreed: boolean; readonly by: NonNullable<CheckActor> },
): Promise<{ readonly ok: true; readonly url: string | null } | NotBegun | null> {
  const offer = await lookAtOffer(deps, secret);
  if (offer === null || offer.state !== "offered" || deps.eid === null) return null;
  const { checkId, language } = offer.check;
  if (!(await useSecret(deps.db, checkId, { takenAt: "offer_taken_at", at: deps.clock.now() }))) return null;
  if (agreed) {
    const begun = await beginOffered({ ...deps, eid: deps.eid }, { checkId, language });
    // The issuer is away: the person presses once more.
    if (!begun.ok) await giveBackOffer(deps.db, checkId);
    return begun;
  }
  await endCheck(deps, checkId, { state: "cancelled", failure: null, by });
  return { ok: true, url: null };
}
