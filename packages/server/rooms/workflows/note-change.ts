/** What happens to a workflow is told outside by a room after this one. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { WorkflowEventType } from "@siegel/contract/webhook-events.ts";
import type { Db } from "../../db/database.ts";
import type { Signer } from "./workflows-rules.ts";

/** One change of a workflow. */
export type WorkflowChange = {
  readonly workflowId: WorkflowId;
  readonly type: WorkflowEventType;
  readonly at: Date;
  /** The signer whose state changed. */
  readonly signer?: { readonly signerId: SignerId; readonly status: Signer["status"] };
};

/** Notes a change, in its transaction and under the workflow's row lock: it is told if and only if it was committed. */
export type NoteChange = (db: Db, change: WorkflowChange) => Promise<void>;
