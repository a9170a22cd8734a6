/** An eID client fetches its TcToken: a session at the eID-Server is opened now, once (BSI TR-03124-1 §2.5). */
import { eid_error_path, eid_refresh_path } from "@siegel/contract/identification.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { CheckDeps } from "./begin-check.ts";
import { addressSecretOf } from "./check-secrets.ts";
import { readCheckBy, type StoredCheck, saveStep, useSecret } from "./checks-store.ts";
import { endCheck, type SettleDeps } from "./settle-check.ts";

/** The TcToken (XML); where no session could be opened it leads the client to our error address. */
export type FetchedToken = { readonly ok: true; readonly token: string };

/** The token of an address; `infoFor`: what the client shows the person. Refused: unknown, fetched before, too old, or over. */
export async function fetchToken(
  deps: CheckDeps & Pick<SettleDeps, "eid">,
  { secret, infoFor }: { readonly secret: string; readonly infoFor: (purpose: StoredCheck["purpose"]) => string },
): Promise<FetchedToken | { readonly ok: false; readonly isKnown: boolean }> {
  const { db, clock, random, publicUrl, eid } = deps;
  const now = clock.now();
  const check = await readCheckBy(db, "token_hash", digestOfSecret(secret));
  const isOpen = check?.state === "pending" && check.expiresAt.getTime() > now.getTime();
  if (check === null || !isOpen || eid?.kind !== "server") return { ok: false, isKnown: check !== null };
  const { checkId } = check;
  if (!(await useSecret(db, checkId, { takenAt: "token_fetched_at", at: now }))) return { ok: false, isKnown: true };
  const ref = addressSecretOf(random);
  const opened = await eid.open({ transactionInfo: infoFor(check.purpose) });
  const step =
    opened.kind === "opened" ? { ref_hash: ref.hash, provider_ref: opened.session.id } : { ref_hash: ref.hash };
  // Ended while the server was asked.
  if (!(await saveStep(db, checkId, step))) return { ok: false, isKnown: true };
  if (opened.kind === "away") await endCheck(deps, checkId, { state: "failed", failure: "PROVIDER", by: null });
  const back = (path: string) => `${publicUrl}${path}?ref=${ref.secret}`;
  const session = opened.kind === "opened" ? opened.session : null;
  const token = eid.token({ session, refreshUrl: back(eid_refresh_path), errorUrl: back(eid_error_path) });
  return { ok: true, token };
}
