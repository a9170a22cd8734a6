/** A file attached to a mail; the HTML shows it as `cid:<contentId>` if it has a `contentId` (RFC 2392). */
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
  /** Becomes the Message-ID: a mail that a retry sends again has the same one. */
  readonly messageKey: string;
  readonly attachments?: readonly MailPart[];
};

/** Longest time for one mail, whatever the mail server does: the lease on the mail's row relies on it. */
export const mail_timeout_ms = 90_000;

/**
 * Hands a mail to the mail server. Resolves once the server has accepted it, or throws, within `mail_timeout_ms`.
 * Does not retry: the job that calls it does.
 * @throws MailUnavailable with `cause`; `permanent` if the server refused the recipient (5xx), `unanswered` if it got the whole mail
 * and did not answer whether it accepted it; `reply`: what it said about recipient or mail, if anything
 */
export type MailPort = { readonly send: (mail: Mail) => Promise<void> };

/** The mail server did not accept a mail, or did not confirm it. */
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
