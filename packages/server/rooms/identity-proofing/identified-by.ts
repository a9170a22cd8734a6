/** On the strength of which identification somebody may sign now (decisions.md §7, §13): half an hour, in the browser that began. */
import type { SignerId } from "@siegel/contract/ids.ts";
import type { ProvenIdentity } from "../../ports/proven-identity.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import type { CheckDeps } from "./begin-check.ts";
import { openProven } from "./check-secrets.ts";
import { signUntil } from "./check-states.ts";
import { readCheck, type SignersCheck, type StoredCheck } from "./checks-store.ts";
import { checkOfBrowser } from "./come-back.ts";
import { compareNames } from "./compare-names.ts";

/** An identification that counts. */
export type IdentifiedBy = { readonly check: SignersCheck; readonly identity: ProvenIdentity };

type Deps = Pick<CheckDeps, "db" | "clock" | "identitySecret">;

/** The one of a browser, or null. */
export async function identifiedBy(
  deps: Deps,
  { context, browser }: { readonly context: SignerContext; readonly browser: string | null },
): Promise<IdentifiedBy | null> {
  const { signerId } = context.signer;
  const check = await checkOfBrowser(deps.db, { browser, signerId });
  return check === null ? null : ifItCounts(deps, context, check);
}

/** The one of an id, which a code was bound to; or null. */
export async function identifiedAs(deps: Deps, context: SignerContext, checkId: string): Promise<IdentifiedBy | null> {
  const check = await readCheck(deps.db, checkId);
  return check === null ? null : ifItCounts(deps, context, check);
}

/** The names are compared once more: a row alone must not say that somebody was recognised. */
function ifItCounts(deps: Deps, { signer }: SignerContext, check: StoredCheck): IdentifiedBy | null {
  const until = signUntil(check);
  const isTold = check.releasedAt !== null && check.sealed !== null;
  if (!isOf(check, signer.signerId) || !isTold || until === null || until <= deps.clock.now()) return null;
  if (check.certificateId !== null || check.sealed === null) return null;
  const identity = openProven(deps.identitySecret, check, check.sealed);
  return compareNames(signer, identity) === "same" ? { check, identity } : null;
}

const isOf = (check: StoredCheck, signerId: SignerId): check is SignersCheck =>
  check.purpose === "sign" && check.signerId === signerId;
