/**
 * Somebody comes back from an identification (decisions.md §13). An address with a secret of ours leads to a code, and the code to the
 * result: each once, and only for the browser that began. A phone may come back without its cookies; then the person confirms their name,
 * and from then on the result is told to that browser alone.
 */
import { return_code_s } from "@siegel/contract/identification.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { CheckDeps } from "./begin-check.ts";
import { type CheckActor, recordCheck } from "./check-events.ts";
import { addressSecretOf, longSecretOf } from "./check-secrets.ts";
import {
  readCheck,
  readNewest,
  readUnconfirmed,
  type SignersCheck,
  type StoredCheck,
  saveReleased,
  useSecret,
} from "./checks-store.ts";
import { insertCode, readCode, saveConfirmed, saveNextBrowser, useReturnCode } from "./return-codes-store.ts";
import { type BrowserSays, checkOfReference, endElsewhere, type SettleDeps, settleCheck } from "./settle-check.ts";

/** The cookie that a browser shows, and where it is. */
export type Returning = { readonly browser: string | null; readonly by: NonNullable<CheckActor> };

/** refused: the secret is wrong or used · elsewhere: another browser began it. */
type NotBack = { readonly ok: false; readonly why: "refused" | "elsewhere"; readonly check: StoredCheck | null };

/** How a browser stands to an identification. */
type Standing = "own" | "without-cookies" | "helper" | "stranger";

function standingOf(check: StoredCheck, browser: string | null): Standing {
  if (browser !== null && digestOfSecret(browser) === check.browserHash) return "own";
  // A phone reads the card for a computer, which alone is told.
  if (check.offer !== null) return "helper";
  return browser === null && check.isOnPhone ? "without-cookies" : "stranger";
}

/** A browser arrives at the address that a provider sends it to. Answers the code for the page's address. */
export async function arrive(
  deps: SettleDeps,
  arriving: Returning & { readonly ref: string } & Omit<BrowserSays, "by">,
): Promise<{ readonly ok: true; readonly check: StoredCheck; readonly code: string } | NotBack> {
  const { ref, browser, by, ...says } = arriving;
  const found = await checkOfReference(deps.db, ref);
  if (found === null) return { ok: false, why: "refused", check: null };
  const at = deps.clock.now();
  const standing = standingOf(found, browser);
  if (standing === "stranger") return await refuseStranger(deps, found, by);
  if (!(await useSecret(deps.db, found.checkId, { takenAt: "ref_used_at", at }))) {
    await recordCheck(deps.db, found, { type: "identification.stranger", at, by });
    return { ok: false, why: "refused", check: found };
  }
  if (standing !== "without-cookies") await saveReleased(deps.db, found.checkId, at);
  const check = (await settleCheck(deps, found.checkId, { ...says, by })) ?? found;
  const code = addressSecretOf(deps.random);
  const expiresAt = new Date(deps.clock.now().getTime() + return_code_s * 1_000);
  await insertCode(deps.db, { codeHash: code.hash, checkId: check.checkId, expiresAt });
  return { ok: true, check, code: code.secret };
}

/**
 * What was read in front of a stranger is not for the person who began. The address is used up, so that it is never told; an answer that a
 * webhook brought before goes too, so that the browser that began does not wait for it.
 */
async function refuseStranger(
  { db, clock }: Pick<CheckDeps, "db" | "clock">,
  check: StoredCheck,
  by: NonNullable<CheckActor>,
): Promise<NotBack> {
  const { checkId } = check;
  const at = clock.now();
  await inTransaction(db, async (trx) => {
    const isFirst = await useSecret(trx, checkId, { takenAt: "ref_used_at", at });
    await recordCheck(trx, check, { type: "identification.stranger", at, by });
    await endElsewhere(trx, checkId, { at, isFirst });
  });
  return { ok: false, why: "elsewhere", check };
}

/**
 * Who came back. `identified`: the browser that began, or one whose person confirmed their name; `confirm`: the person has to, and
 * `newBrowser` is for that browser's cookie; `helper`: it goes on at the computer.
 */
export type CameBack =
  | { readonly ok: true; readonly kind: "identification"; readonly check: StoredCheck; readonly browser: string }
  | { readonly ok: true; readonly kind: "confirm"; readonly check: StoredCheck; readonly newBrowser: string }
  | { readonly ok: true; readonly kind: "helper"; readonly check: StoredCheck }
  | NotBack;

/** Takes a code, once. */
export async function takeCode(
  deps: CheckDeps,
  { code, browser, by }: Returning & { readonly code: string },
): Promise<CameBack> {
  const { db, clock, random } = deps;
  const codeHash = digestOfSecret(code);
  const at = clock.now();
  const known = await readCode(db, codeHash, at);
  const check = known === null ? null : await readCheck(db, known.checkId);
  if (known === null || check === null) return { ok: false, why: "refused", check: null };
  const standing = standingOf(check, browser);
  if (standing === "stranger") {
    await recordCheck(db, check, { type: "identification.stranger", at, by });
    return { ok: false, why: "elsewhere", check };
  }
  if (!known.isUsable || !(await useReturnCode(db, codeHash, at))) {
    await recordCheck(db, check, { type: "identification.stranger", at, by });
    return { ok: false, why: "refused", check };
  }
  if (standing === "helper") return { ok: true, kind: "helper", check };
  if (standing === "own" && browser !== null) return { ok: true, kind: "identification", check, browser };
  const next = longSecretOf(random);
  await saveNextBrowser(db, check.checkId, next.hash);
  return { ok: true, kind: "confirm", check, newBrowser: next.secret };
}

/** The person says that the name is theirs, in the browser that was asked; null: nobody was asked there. */
export async function confirmName(
  deps: Pick<CheckDeps, "db" | "clock">,
  { browser, by }: Returning,
): Promise<StoredCheck | null> {
  if (browser === null) return null;
  const hash = digestOfSecret(browser);
  return await inTransaction(deps.db, async (db) => {
    const check = await readUnconfirmed(db, hash);
    const at = deps.clock.now();
    if (check === null || !(await saveConfirmed(db, check.checkId, { browserHash: hash, at }))) return null;
    await recordCheck(db, check, { type: "identification.confirmed", at, by });
    return await readCheck(db, check.checkId);
  });
}

/** The person says that the name is not theirs: somebody else's link was opened. It ends, and what was read is forgotten. */
export async function declineName(deps: Pick<CheckDeps, "db" | "clock">, { browser, by }: Returning): Promise<void> {
  const check = browser === null ? null : await unconfirmedOf(deps.db, browser);
  if (check === null) return;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    await recordCheck(db, check, { type: "identification.stranger", at, by });
    await endElsewhere(db, check.checkId, { at, isFirst: true });
  });
}

/** The identification whose person this browser was asked to name, and has not; or null. */
export const unconfirmedOf = (db: Db, browser: string): Promise<StoredCheck | null> =>
  readUnconfirmed(db, digestOfSecret(browser));

/** The newest identification of a signer in a browser, by its cookie; of one signer where named; null: none. */
export async function checkOfBrowser(
  db: Db,
  of: { readonly browser: string | null } & Omit<Parameters<typeof readNewest>[1], "browserHash">,
): Promise<SignersCheck | null> {
  const { browser, ...rest } = of;
  return browser === null ? null : await readNewest(db, { ...rest, browserHash: digestOfSecret(browser) });
}
