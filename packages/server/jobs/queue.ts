/**
 * What rooms may put into the queue, and the shape of the function that does it.
 * Types only: rooms get an `Enqueue` in their `deps`; `jobs/boss.ts` makes it. A new job adds one line to `JobPayloads`.
 */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { SendMessagePayload } from "@siegel/contract/message-kinds.ts";
import type { Db } from "../db/database.ts";

/** Every job with its payload. Payloads name rows, never carry personal facts. */
export type JobPayloads = {
  /** Mail with the link: it is this signer's turn. */
  "invite-signer": { workflowId: WorkflowId; signerId: SignerId };
  /** Mails: the sender cancelled. */
  "tell-cancelled": { workflowId: WorkflowId };
  /** Mails: a signer refused. */
  "tell-refused": { workflowId: WorkflowId };
  /** Mails: all have signed. */
  "tell-finished": { workflowId: WorkflowId };
  /** Mails about one event, see `contract/message-kinds.ts`. */
  "send-message": SendMessagePayload;
  /** Goes on with a recorded signing act. */
  "continue-signing": { actId: string };
};

/** Name of a job: its queue. */
export type JobName = keyof JobPayloads;

/** Puts a job into the queue within the transaction `db`: it runs if, and only if, the transaction commits. */
export type Enqueue = <N extends JobName>(db: Db, job: N, payload: JobPayloads[N]) => Promise<void>;
