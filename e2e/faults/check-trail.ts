/** The audit trail: unbroken, and it tells of each thing once. */
import type { Db } from "@siegel/server/db/database.ts";
import { verifyTrail } from "@siegel/server/rooms/audit-trail/audit-trail.ts";
import { expectCount, type Ledger } from "./read-ledger.ts";

/** What `siegel verify-audit` finds, and events that no row stands for or that stand for none. */
export async function checkTrail(db: Db, ledger: Ledger): Promise<string[]> {
  const { faults } = await verifyTrail(db);
  return [
    ...faults.map((fault) => `the trail: ${JSON.stringify(fault)}`),
    ...checkSignatures(ledger),
    ...checkEnds(ledger),
    ...checkMailsTold(ledger),
  ];
}

function checkSignatures({ signers, acts, files, events }: Ledger): string[] {
  return signers.flatMap(({ signer_id, workflow_id }) => {
    const own = acts.filter((act) => act.signer_id === signer_id);
    const told = (type: string) => events.filter((event) => event.signer_id === signer_id && event.type === type);
    const signed = own.some((act) => act.status === "SIGNED");
    return [
      ...expectCount(`approvals of ${signer_id} in the trail`, told("signing.authorised").length, own.length),
      ...expectCount(
        `failed acts of ${signer_id} in the trail`,
        told("signing.failed").length,
        own.filter((act) => act.status === "FAILED").length,
      ),
      ...files
        .filter((file) => file.workflow_id === workflow_id)
        .flatMap(({ file_id }) => {
          const found = told("signing.signed").filter((event) => event.file_id === file_id);
          return expectCount(`signatures of ${signer_id} on ${file_id} in the trail`, found.length, signed ? 1 : 0);
        }),
    ];
  });
}

const endOf = {
  "workflow.finished": "FINISHED",
  "workflow.refused": "REVOKED",
  "workflow.cancelled": "CANCELLED",
  "workflow.expired": "EXPIRED",
} as const;

function checkEnds({ workflows, events }: Ledger): string[] {
  return workflows.flatMap(({ workflow_id, status }) =>
    Object.entries(endOf).flatMap(([type, end]) => {
      const found = events.filter((event) => event.workflow_id === workflow_id && event.type === type);
      return expectCount(`${type} of ${workflow_id} in the trail`, found.length, status === end ? 1 : 0);
    }),
  );
}

type Mail = Ledger["mails"][number];

/** Which mails the trail tells of, and how. One that was dropped before anybody gave it away is none of them. */
const endOfMail: Readonly<Record<string, (mail: Mail) => boolean>> = {
  "message.sent": ({ state }) => state === "sent",
  "message.failed": ({ state, unanswered }) => (state === "failed" || state === "given_up") && unanswered === 0,
  "message.unconfirmed": ({ state, unanswered }) => state !== "queued" && state !== "sent" && unanswered > 0,
};

function checkMailsTold({ workflows, events, mails }: Ledger): string[] {
  return workflows.flatMap(({ workflow_id }) => {
    const own = mails.filter((mail) => mail.workflow_id === workflow_id);
    return Object.entries(endOfMail).flatMap(([type, ended]) => {
      const told = events.filter((event) => event.workflow_id === workflow_id && event.type === type);
      return expectCount(`${type} of ${workflow_id} in the trail`, told.length, own.filter(ended).length);
    });
  });
}
