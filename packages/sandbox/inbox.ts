/** Mails, text messages and calls that the sandbox received, in memory only. */

/** How a message arrived. */
export type MessageChannel = "mail" | "sms" | "voice";

/** A part of a mail beside its text: an inline image (with `contentId`) or a file. */
export type MessagePart = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly content: Uint8Array;
};

/** One received message as tests read it (decisions.md §2); `at` is ISO 8601 in UTC. */
export type Message = {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly to: string;
  readonly from: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly at: string;
  /** Message-ID of a mail, Twilio's sid of a text or call. */
  readonly reference: string;
  readonly attachments: readonly MessagePart[];
};

/** Filter of a list: one address or number, one channel. */
export type MessageQuery = { readonly to?: string | undefined; readonly channel?: MessageChannel | undefined };

/** The received messages, newest first; the oldest are dropped beyond the limit. */
export type Inbox = {
  readonly add: (message: Omit<Message, "id" | "at">) => Message;
  readonly list: (query?: MessageQuery) => readonly Message[];
  readonly find: (id: string) => Message | undefined;
  readonly clear: () => void;
};

/** Opens an empty inbox that keeps `limit` messages. */
export function openInbox(deps: { now: () => Date; id: () => string; limit: number }): Inbox {
  let messages: readonly Message[] = [];
  return {
    add: (message) => {
      const added = { ...message, id: deps.id(), at: deps.now().toISOString() };
      messages = [added, ...messages].slice(0, deps.limit);
      return added;
    },
    list: (query = {}) => messages.filter((message) => matches(message, query)),
    find: (id) => messages.find((message) => message.id === id),
    clear: () => {
      messages = [];
    },
  };
}

function matches(message: Message, query: MessageQuery): boolean {
  // RFC 5321 §2.3.11 leaves the local part's case to its host; every host that matters here ignores it.
  const sameTo = query.to === undefined || message.to.toLowerCase() === query.to.toLowerCase();
  return sameTo && (query.channel === undefined || message.channel === query.channel);
}
