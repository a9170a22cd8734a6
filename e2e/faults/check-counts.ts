/** Licences, tokens, leases and jobs. */
import { signatureClassOf } from "@siegel/server/rooms/accounts/accounts.ts";
import { expectCount, type Ledger } from "./read-ledger.ts";

const classes = ["ses", "aes", "qes"] as const;

/** Every token counts the signatures of its workflows, every licence those of its tokens and what is still promised. */
export function checkCounts({ tokens, licences, workflows, signers }: Ledger): string[] {
  const found: string[] = [];
  const signersOf = (tokenIds: ReadonlySet<string>) => {
    const own = new Map(
      workflows.filter((one) => tokenIds.has(one.token_id)).map((one) => [one.workflow_id, one.status]),
    );
    return signers.flatMap((one) => {
      const status = own.get(one.workflow_id);
      return status === undefined
        ? []
        : [{ of: signatureClassOf[one.type], signed: one.status === "SIGNED", open: status === "OPEN" }];
    });
  };
  for (const token of tokens) {
    const all = signersOf(new Set([token.token_id]));
    for (const one of classes)
      found.push(
        ...expectCount(
          `token ${token.token_id} used ${one}`,
          token[`${one}_used`],
          all.filter((signer) => signer.of === one && signer.signed).length,
        ),
      );
  }
  for (const licence of licences) {
    const all = signersOf(
      new Set(tokens.filter((one) => one.licence_id === licence.licence_id).map((one) => one.token_id)),
    );
    for (const one of classes) {
      const own = all.filter((signer) => signer.of === one);
      found.push(
        ...expectCount(
          `licence ${licence.licence_id} used ${one}`,
          licence[`${one}_used`],
          own.filter((signer) => signer.signed).length,
        ),
        ...expectCount(
          `licence ${licence.licence_id} promised ${one}`,
          licence[`${one}_promised`],
          own.filter((signer) => signer.open && !signer.signed).length,
        ),
      );
      if (licence[`${one}_used`] + licence[`${one}_promised`] > licence[`${one}_limit`])
        found.push(`licence ${licence.licence_id} gave more ${one} than it has`);
    }
  }
  return found;
}

/** Nothing waits: neither for somebody who does not come, nor for the next try or the operator once the fault is over. */
export function checkNothingStuck({ acts, leases, jobs, mails }: Ledger): string[] {
  const waiting = acts.filter((act) => act.status === "AUTHORISED" || act.status === "STALLED");
  return [
    ...waiting.map((act) => {
      const next = act.status === "STALLED" ? "the operator" : act.next_attempt_at.toISOString();
      return `act ${act.act_id} is ${act.status} and waits for ${next} (${act.last_fault})`;
    }),
    ...leases.map((lease) => `workflow ${lease.workflow_id} has a lease until ${lease.expires_at.toISOString()}`),
    ...jobs.map((job) => `job ${job.name} is ${job.state}: ${JSON.stringify(job.payload)}`),
    ...mails
      .filter((one) => one.state === "queued")
      .map((one) => `mail ${one.kind} of ${one.workflow_id} was not sent: ${one.last_error}`),
  ];
}
