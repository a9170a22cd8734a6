/** Mails about workflows: to whom, in which words, and what became of them. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { readMessages, type StoredMessage } from "./messages-store.ts";

export { type MessagesDeps, MessagesLeft, sendMessage } from "./send-message.ts";

/** The mails of a workflow with their state: a refused recipient is seen here. */
export async function messagesOf(db: Db, workflowId: WorkflowId): Promise<readonly StoredMessage[]> {
  return await readMessages(db, workflowId);
}
