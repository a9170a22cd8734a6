/** Acts, signers and workflows agree with each other. */
import type { Ledger } from "./read-ledger.ts";

/** One act a signer that did not fail, each with one approval and one code used for it. */
export function checkActs({ acts, challenges, revisions, files }: Ledger): string[] {
  const found: string[] = [];
  for (const act of acts) {
    const living = acts.filter((one) => one.signer_id === act.signer_id && one.status !== "FAILED");
    if (living.length > 1) found.push(`signer ${act.signer_id} has ${living.length} acts`);
    if (act.challenge_id !== null) {
      const challenge = challenges.find((one) => one.challenge_id === act.challenge_id);
      if (challenge?.ended !== "used")
        found.push(`act ${act.act_id} has the code ${act.challenge_id}, which is not used`);
      const others = acts.filter((one) => one.challenge_id === act.challenge_id);
      if (others.length > 1) found.push(`the code ${act.challenge_id} approved ${others.length} acts`);
    }
    const own = files.filter((file) => file.workflow_id === act.workflow_id);
    for (const file of own) {
      const made = revisions.filter((one) => one.file_id === file.file_id && one.signer_id === act.signer_id).length;
      const signed = living.some((one) => one.status === "SIGNED");
      if (made !== (signed ? 1 : 0))
        found.push(`signer ${act.signer_id} made ${made} revisions of ${file.file_id}, and the act is ${act.status}`);
    }
  }
  const used = new Set(acts.map((act) => act.challenge_id));
  for (const { challenge_id, ended } of challenges)
    if (ended === "used" && !used.has(challenge_id))
      found.push(`the code ${challenge_id} is used and approved nothing`);
  return [...new Set(found)];
}

/** A signer is SIGNED where an act is, SIGNING where one is at work; a workflow is FINISHED where all are SIGNED. */
export function checkSigners({ signers, acts, workflows }: Ledger): string[] {
  const found: string[] = [];
  for (const signer of signers) {
    const act = acts.find((one) => one.signer_id === signer.signer_id && one.status !== "FAILED")?.status;
    const atWork = act === "AUTHORISED" || act === "STALLED";
    if ((signer.status === "SIGNED") !== (act === "SIGNED") || (signer.status === "SIGNING") !== atWork)
      found.push(`signer ${signer.signer_id} is ${signer.status} and the act ${act ?? "none"}`);
  }
  for (const workflow of workflows) {
    const own = signers.filter((one) => one.workflow_id === workflow.workflow_id);
    const all = own.every((one) => one.status === "SIGNED");
    if (all !== (workflow.status === "FINISHED"))
      found.push(`workflow ${workflow.workflow_id} is ${workflow.status} with ${own.map((one) => one.status)}`);
    const { status, ended_at } = workflow;
    const after = acts.filter(
      (act) =>
        act.workflow_id === workflow.workflow_id &&
        act.status === "SIGNED" &&
        ended_at !== null &&
        act.signed_at !== null &&
        act.signed_at > ended_at,
    );
    if (after.length > 0) found.push(`workflow ${workflow.workflow_id} was ${status} before ${after.length} signed`);
  }
  return found;
}
