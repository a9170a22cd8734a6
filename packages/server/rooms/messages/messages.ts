/** Mails about workflows: recipients, texts and delivery. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { type Delivery, deliveryOf } from "./delivery.ts";
import { countUnsent, forgetWorkflow, readMessages } from "./messages-store.ts";

export type { OwnWords } from "./account-phrases.ts";
export { MessagesLeft } from "./deliver-mail.ts";
export { type AccountMailDeps, sendAccountMail, sendTestMail } from "./send-account-mail.ts";
export { type MessagesDeps, type ServiceLook, sendMessage } from "./send-message.ts";
export { sendOwnMail } from "./send-own-mail.ts";
export { countUnsent, type Delivery, forgetWorkflow as forgetMails };

/** The delivery of the mails of these workflows, oldest first, such as a refused recipient. */
export async function deliveriesOf(db: Db, workflowIds: readonly WorkflowId[]): Promise<readonly Delivery[]> {
  return (await readMessages(db, workflowIds)).flatMap((message) => deliveryOf(message) ?? []);
}
