/**
 * Tells administrators when 80 and 95 percent of a limit are taken. A timer looks at the licences instead of a job that the fact enqueues:
 * one read of a small table every few minutes costs the same however much is signed, and signing pays nothing.
 */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type MailingDeps, mailAccount, readAdministratorIds } from "../administrators/administrators.ts";
import { type Reached, readReached, saveReached } from "./usage-store.ts";

type UsageDeps = MailingDeps & { readonly clock: Clock };

/** Sends what is due; answers how many warnings. Harmless when two processes do it at once: the row decides who sends. */
export async function warnOfUsage(deps: UsageDeps): Promise<number> {
  const byClass = Map.groupBy(await readReached(deps.db), (one) => `${one.organisationId} ${one.signatureClass}`);
  let warned = 0;
  for (const reached of byClass.values()) if (await warnOfClass(deps, reached)) warned += 1;
  return warned;
}

/** Of several parts that were reached since the last look one mail tells, about the highest. */
async function warnOfClass(deps: UsageDeps, [highest, ...lower]: readonly Reached[]): Promise<boolean> {
  if (highest === undefined) return false;
  const { organisationId, signatureClass, percent } = highest;
  const at = deps.clock.now();
  return await inTransaction(deps.db, async (db) => {
    if (!(await saveReached(db, highest, at))) return false;
    for (const one of lower) await saveReached(db, one, at);
    const usage = { signatureClass, percent };
    for (const administratorId of await readAdministratorIds(db, organisationId as OrganisationId))
      await mailAccount({ ...deps, db }, "usage_warning", { administratorId, usage });
    return true;
  });
}
