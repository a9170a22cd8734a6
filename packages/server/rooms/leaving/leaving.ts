/** The end of a trial, warnings before it and about limits, and what an operator changes about an organisation (docs/flows/leaving.md). */

export { forgetOrganisation } from "./forget-organisation.ts";
export { changeLicence, type OperatorRefusal, switchOrganisation } from "./operator-acts.ts";
export { deleteOldRecords, readRecords } from "./records-store.ts";
export { runTrials, type TrialAct, type TrialsDeps } from "./run-trials.ts";
export { warnOfUsage } from "./warn-usage.ts";
