/** Tables of the room `messages` (migrations 0010, 0016, 0017, 0019, 0024, 0044). */
import type { AccountMailKind, IdentMailKind } from "@siegel/contract/account-mails.ts";
import type { AdministratorId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { MessageKind } from "@siegel/contract/message-kinds.ts";
import type { Generated } from "kysely";

/** queued: the job's turn · sent: the mail server took it · failed: it refused it for good · given_up: nothing came of many tries · dropped: no longer true when its turn came. */
export type MessageState = "queued" | "sent" | "failed" | "given_up" | "dropped";

/** What delivering a mail takes, whatever it is about (rooms/messages/deliver-mail.ts). */
type DeliveryColumns = {
  state: Generated<MessageState>;
  tries: Generated<number>;
  /** Tries of which nobody knows whether the mail server took the mail: it did not answer, or who sent it died. */
  unanswered: Generated<number>;
  last_error: Generated<string | null>;
  /** What the mail server answered about the recipient or the mail at the last try that failed; null where it said nothing. */
  reply: Generated<string | null>;
  /** Somebody is sending it until then. */
  leased_until: Generated<Date | null>;
  /** In this process (db/presence.ts). */
  presence: Generated<number | null>;
  created_at: Date;
  settled_at: Generated<Date | null>;
};

/** Tables of the room `messages`. */
export interface MessagesTables {
  message: DeliveryColumns & {
    kind: MessageKind;
    workflow_id: WorkflowId;
    /** Null: the initiator. */
    signer_id: SignerId | null;
    /** The approval that the mail is about; null where it is about none. */
    act_id: Generated<string | null>;
    /** Which reminder it is; null where it is none. */
    occasion: Generated<string | null>;
  };
  account_message: DeliveryColumns & {
    mail_id: string;
    kind: AccountMailKind | IdentMailKind;
    administrator_id: AdministratorId | null;
    registration_id: string | null;
  };
}
