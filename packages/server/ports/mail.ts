/** A file that travels with a mail; with `contentId` it is shown inside the HTML as `cid:<contentId>` (RFC 2392). */
export type MailPart = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly contentId?: string;
};

/** One mail, already rendered. `from.name` is white-labelled; the address is configuration. */
export type Mail = {
  readonly to: { readonly name: string; readonly address: string };
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Becomes the Message-ID: the same mail sent twice by a retry carries the same one. */
  readonly messageKey: string;
  readonly attachments?: readonly MailPart[];
};

/** A mail as a whole takes no longer, whatever the server says meanwhile: whoever holds it counts on that. */
export const mail_timeout_ms = 90_000;

/**
 * Hands a mail to the mail server. Resolves once the server has accepted it, or throws, within `mail_timeout_ms`.
 * Does not retry: the job that calls it does.
 * @throws MailUnavailable with `cause`; `permanent` when the server refused the recipient (5xx), `unanswered` when it was
 * given the whole mail and did not say whether it took it; `reply` what it said about recipient or mail, if it did
 */
export type MailPort = { readonly send: (mail: Mail) => Promise<void> };

/** The mail server did not take a mail, or did not say so. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";
  readonly permanent: boolean;
  readonly unanswered: boolean;
  readonly reply: string | null;
  constructor(
    message: string,
    options: { cause: unknown; permanent?: boolean; unanswered?: boolean; reply?: string | null },
  ) {
    super(message, { cause: options.cause });
    this.permanent = options.permanent ?? false;
    this.unanswered = options.unanswered ?? false;
    this.reply = options.reply ?? null;
  }
}
