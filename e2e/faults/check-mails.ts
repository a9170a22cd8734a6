/** Mails: one a person and reason, in the mailbox where the row says sent, and none that says what is not. */
import type { Message } from "../../fixtures/inbox.ts";
import { expectCount, type Ledger } from "./read-ledger.ts";

type Mails = {
  readonly messages: readonly Message[];
  readonly within: (workflowId: string) => boolean;
  readonly mailsMayBeRefused: boolean;
};
type Workflow = Ledger["workflows"][number];

/** The mail of each end. */
const endOf = { finished: "FINISHED", refused: "REVOKED", cancelled: "CANCELLED", expired: "EXPIRED" } as const;

/** Everything about the mails of the workflows that are looked at. */
export function checkMails(ledger: Ledger, mails: Mails): string[] {
  const arrived = mails.messages.filter((message) => message.channel === "mail").map(parseReference);
  return ledger.workflows
    .filter((workflow) => mails.within(workflow.workflow_id))
    .flatMap((workflow) => [
      ...checkRows(ledger, workflow, arrived),
      ...checkCompletion(ledger, workflow, mails.mailsMayBeRefused),
      ...checkTruth(workflow, arrived),
      ...checkApprovals(ledger, workflow, arrived),
    ]);
}

/** `about`: the approval or the reminder. */
type Arrived = {
  readonly kind: string;
  readonly workflowId: string;
  readonly recipient: string;
  readonly about: string;
};

// `<kind.workflow.recipient@domain>`, or one part more: a Message-ID is made from the mail's key.
function parseReference({ reference }: Message): Arrived {
  const [kind = "", workflowId = "", recipient = "", about = ""] = reference.replace(/^<|@.*$/g, "").split(".");
  return { kind, workflowId, recipient, about };
}

/** A try that nobody answered, or whose sender died, may have arrived: so many more may be there than the row is sure of. */
function checkRows(ledger: Ledger, { workflow_id }: Workflow, arrived: readonly Arrived[]): string[] {
  const rows = ledger.mails.filter((mail) => mail.workflow_id === workflow_id);
  const aboutOf = (mail: Ledger["mails"][number]) => mail.act_id ?? mail.occasion ?? "";
  const named = new Set(rows.map((mail) => `${mail.kind}.${mail.signer_id ?? "initiator"}.${aboutOf(mail)}`));
  const own = arrived.filter((one) => one.workflowId === workflow_id);
  const strangers = own.filter((one) => !named.has(`${one.kind}.${one.recipient}.${one.about}`));
  return [
    ...strangers.map((one) => `mail ${one.kind} of ${workflow_id} to ${one.recipient} arrived and has no row`),
    ...rows.flatMap((mail) => {
      const recipient = mail.signer_id ?? "initiator";
      const found = own.filter(
        (one) => one.kind === mail.kind && one.recipient === recipient && one.about === aboutOf(mail),
      ).length;
      const sure = mail.state === "sent" ? 1 : 0;
      const count = Math.min(Math.max(found, sure), sure + mail.unanswered);
      return expectCount(`mail ${mail.kind} of ${workflow_id} to ${recipient}`, found, count);
    }),
  ];
}

/** Everybody gets the mail of completion, and the initiator too. */
function checkCompletion(
  { signers, mails }: Ledger,
  { workflow_id, status }: Workflow,
  mayBeRefused: boolean,
): string[] {
  if (status !== "FINISHED") return [];
  const people = [...signers.filter((one) => one.workflow_id === workflow_id).map((one) => one.signer_id), null];
  return people.flatMap((person) => {
    const found = mails.filter(
      (mail) =>
        mail.workflow_id === workflow_id &&
        mail.kind === "finished" &&
        mail.signer_id === person &&
        (mail.state === "sent" || (mayBeRefused && mail.state === "failed")),
    );
    return expectCount(`mail of completion of ${workflow_id} to ${person ?? "initiator"}`, found.length, 1);
  });
}

function checkTruth({ workflow_id, status }: Workflow, arrived: readonly Arrived[]): string[] {
  return Object.entries(endOf).flatMap(([kind, end]) => {
    const found = arrived.filter((one) => one.workflowId === workflow_id && one.kind === kind);
    return found.length > 0 && status !== end
      ? [`${found.length} mails say ${kind} of ${workflow_id}, which is ${status}`]
      : [];
  });
}

/** Who is told of their approval is told what became of it: signed, failed or left to the operator. */
function checkApprovals(ledger: Ledger, { workflow_id }: Workflow, arrived: readonly Arrived[]): string[] {
  const hasAct = (signerId: string, status: string) =>
    ledger.acts.some((act) => act.signer_id === signerId && act.status === status);
  const holds: Readonly<Record<string, (signerId: string) => boolean>> = {
    signed: (signerId) => hasAct(signerId, "SIGNED"),
    signing_failed: (signerId) => hasAct(signerId, "FAILED"),
    signing_stalled: (signerId) =>
      ledger.events.some((event) => event.signer_id === signerId && event.type === "signing.stalled"),
  };
  return arrived
    .filter((one) => one.workflowId === workflow_id && holds[one.kind]?.(one.recipient) === false)
    .map((one) => `mail ${one.kind} of ${workflow_id} to ${one.recipient} says what never was`);
}
