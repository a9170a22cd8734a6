/** Mails about workflows: to whom, in which words, and what became of them. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { countUnsent, readMessages, type StoredMessage } from "./messages-store.ts";

export { type MessagesDeps, MessagesLeft, sendMessage } from "./send-message.ts";
export { countUnsent };

/** The mails of a workflow with their state: a refused recipient is seen here. */
export async function messagesOf(db: Db, workflowId: WorkflowId): Promise<readonly StoredMessage[]> {
  return await readMessages(db, workflowId);
}
