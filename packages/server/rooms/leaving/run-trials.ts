/** One round over the trials: warns, closes and deletes what is due. */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { TrustedTime } from "../../ports/clock.ts";
import { type MailingDeps, mailAccount, readAdministratorIds } from "../administrators/administrators.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type ClosingDeps, closeTrial, endWorkflows } from "./close-trial.ts";
import { deleteTrial, isQuiet } from "./delete-trial.ts";
import type { ForgettingDeps } from "./forget-organisation.ts";
import { type Due, dueOf, endAfterWarning, looked_at_before_ms, type TrialEnd } from "./leaving-rules.ts";
import { lockTrial, readTrials, saveWarnedDay7, saveWarnedDay13 } from "./leaving-store.ts";

/** What a round takes. */
export type TrialsDeps = ClosingDeps & ForgettingDeps & MailingDeps & { readonly trustedTime: TrustedTime };

/** What was due of an organisation, or, in a dry run, is. `waits`: its deletion waits for mails or work; `fault`: it failed. */
export type TrialAct = {
  readonly organisationId: string;
  readonly name: string;
  readonly due: Due;
  readonly outcome: "done" | "due" | "waits" | "left" | "fault";
  readonly fault?: unknown;
};

/** Closed and deleted organisations of one round. */
const at_once_max = 50;

/**
 * Warns every trial that is due, and closes or deletes at most fifty; the next round goes on. By trusted time: a clock that was set
 * forward would delete what still runs. Harmless when two processes do it at once. @throws TimeNotTrusted
 */
export async function runTrials(deps: TrialsDeps, { isDry }: { readonly isDry: boolean }): Promise<TrialAct[]> {
  const now = deps.trustedTime.attest();
  const trials = await readTrials(deps.db, new Date(now.getTime() + looked_at_before_ms));
  const acts: TrialAct[] = [];
  let ended = 0;
  for (const trial of trials) {
    const due = dueOf(trial, now);
    const isEnd = due === "close" || due === "delete";
    if (isEnd && ended >= at_once_max) continue;
    const act = await actOn(deps, trial, { due, now, isDry });
    if (act === null) continue;
    if (isEnd && (act.outcome === "done" || act.outcome === "due")) ended += 1;
    acts.push(act);
  }
  return acts;
}

type Round = { readonly due: Due | null; readonly now: Date; readonly isDry: boolean };

/** One organisation that fails keeps no other waiting. */
async function actOn(deps: TrialsDeps, trial: TrialEnd, { due, now, isDry }: Round): Promise<TrialAct | null> {
  const { organisationId, name } = trial;
  try {
    // What was left open when the run that closed it was killed.
    if (!isDry && trial.closedAt !== null && trial.deletingAt === null) await endWorkflows(deps, organisationId);
    if (due === null) return null;
    const told = { organisationId, name, due } as const;
    if (due === "delete" && trial.deletingAt === null && !(await isQuiet(deps.db, organisationId)))
      return { ...told, outcome: "waits" };
    if (isDry) return { ...told, outcome: "due" };
    return { ...told, outcome: (await doDue(deps, trial, { due, now })) ? "done" : "left" };
  } catch (fault) {
    return { organisationId, name, due: due ?? "close", outcome: "fault", fault };
  }
}

async function doDue(deps: TrialsDeps, trial: TrialEnd, { due, now }: { due: Due; now: Date }): Promise<boolean> {
  const { organisationId } = trial;
  if (due === "delete") return await deleteTrial(deps, organisationId, now);
  if (due !== "close") return await warn(deps, organisationId, { due, now });
  const isClosed = await closeTrial(deps, organisationId, now);
  if (isClosed) await endWorkflows(deps, organisationId);
  return isClosed;
}

/** Mails all active administrators, in the transaction that notes the warning: each goes out once. */
async function warn(
  deps: TrialsDeps,
  organisationId: string,
  { due, now }: { readonly due: "warn-day-7" | "warn-day-13"; readonly now: Date },
): Promise<boolean> {
  return await inTransaction(deps.db, async (db) => {
    const trial = await lockTrial(db, organisationId);
    if (trial === null || dueOf(trial, now) !== due) return false;
    const end = due === "warn-day-13" ? endAfterWarning(trial.expiresAt, now) : trial.expiresAt;
    const isFirst =
      due === "warn-day-13"
        ? await saveWarnedDay13(db, organisationId, now, end)
        : await saveWarnedDay7(db, organisationId, now);
    if (!isFirst) return false;
    const endsAt = end.toISOString();
    for (const administratorId of await readAdministratorIds(db, organisationId as OrganisationId))
      await mailAccount({ ...deps, db }, "trial_warning", { administratorId, endsAt });
    const details = { organisation: organisationId, endsAt };
    await recordEvent(db, { at: now, type: "organisation.trial-warned", actor: { kind: "system" }, details });
    return true;
  });
}
