/** What clients were told is what is written, for ever. */
import type { Ledger } from "./read-ledger.ts";

/** An answer to a signer. REFUSED is an answer that says no for good; a lost answer, or "later again", is none. */
export type Told = {
  readonly workflowId: string;
  readonly signerId: string;
  readonly status: "SIGNED" | "FINISHED" | "PENDING" | "REFUSED";
  readonly authToken: string | null;
  readonly code: string | null;
};

/** Codes that say "your act is there, or was": the same call from elsewhere, not that nothing was signed. */
const aboutAnAct = new Set(["SIGNING_IN_PROGRESS", "ALREADY_SIGNED", "WORKFLOW_FINISHED"]);

/** Every acknowledged act stands, and one that was refused does not. */
export function checkTold(ledger: Ledger, told: readonly Told[]): string[] {
  const found = told.flatMap((answer) => checkAnswer(ledger, answer));
  for (const signerId of new Set(told.map((one) => one.signerId))) {
    const answers = told.filter((one) => one.signerId === signerId);
    const tokens = new Set(
      answers.flatMap((one) => (one.status === "SIGNED" || one.status === "FINISHED" ? [one.authToken] : [])),
    );
    tokens.delete(null);
    if (tokens.size > 1) found.push(`signer ${signerId} was told of ${tokens.size} acts`);
  }
  return found;
}

function checkAnswer(ledger: Ledger, answer: Told): string[] {
  const { signerId, status, authToken, code } = answer;
  const acts = ledger.acts.filter((act) => act.signer_id === signerId);
  const own = authToken === null ? acts : acts.filter((act) => act.auth_token === authToken);
  if (status === "PENDING") return own.length > 0 ? [] : [`signer ${signerId} was told PENDING and has no act`];
  const signed = own.some((act) => act.status === "SIGNED");
  if (status === "REFUSED") {
    const contradicts = acts.some((act) => act.status === "SIGNED") && !aboutAnAct.has(code ?? "");
    return contradicts ? [`signer ${signerId} was refused (${code}) and has a signed act`] : [];
  }
  if (!signed) return [`signer ${signerId} was told ${status} and has no signed act`];
  const workflow = ledger.workflows.find((one) => one.workflow_id === answer.workflowId);
  if (status === "FINISHED" && workflow?.status !== "FINISHED")
    return [`signer ${signerId} was told FINISHED and the workflow is ${workflow?.status}`];
  return [];
}
