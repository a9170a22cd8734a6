/** Mail over SMTP (RFC 5321), through nodemailer. One connection a mail: nothing is pooled, so a fault concerns one mail only. */
import { createTransport } from "nodemailer";
import { type Mail, type MailPort, MailUnavailable, mail_timeout_ms } from "../../ports/mail.ts";

/** `url` is `smtp://host:port` or `smtps://user:password@host`; `fromAddress` is the sender of every mail. */
export type SmtpSettings = {
  readonly url: string;
  readonly fromAddress: string;
  /** Whether nothing is said to a server that offers no STARTTLS (RFC 3207): on the way in the clear, links could be read. */
  readonly requiresTls?: boolean;
  /** Limit for connecting, greeting and each answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Limit for a mail as a whole, `mail_timeout_ms` unless told: a server that says a line a second is never silent. */
  readonly mailTimeoutMs?: number;
};

const default_timeout_ms = 15_000;

/** Sends through the mail server of `settings`. */
export function smtpMail(settings: SmtpSettings): MailPort {
  const timeout = settings.timeoutMs ?? default_timeout_ms;
  return {
    send: async (mail) => {
      const transport = createTransport({
        url: settings.url,
        requireTLS: settings.requiresTls === true,
        connectionTimeout: timeout,
        greetingTimeout: timeout,
        socketTimeout: timeout,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // Read to its end is given away to its end: nodemailer reads it once the server waits for it (RFC 5321 §4.1.1.4).
      let given = false;
      transport.use("stream", (sending, done) => {
        encodeAsTyped(sending.message, mail);
        sending.message.processFunc((bytes) => bytes.once("end", () => (given = true)));
        done();
      });
      try {
        const signal = AbortSignal.timeout(settings.mailTimeoutMs ?? mail_timeout_ms);
        await transport.sendMail({ ...envelope(mail, settings.fromAddress), signal });
      } catch (cause) {
        throw unavailable(cause, given);
      }
    },
  };
}

/** The part of nodemailer's message that writes headers. */
type Headed = {
  readonly getEnvelope: () => { readonly from: string | false; readonly to: readonly string[] };
  encodeHeaderValue: (key: string, value: never) => string;
};

/**
 * Texts that hold what looks like an encoded word (RFC 2047 §2) are encoded once more by us: nodemailer passes them on as they are, or
 * in quotation marks, and the recipient's program would show another name than was typed.
 */
function encodeAsTyped(message: Headed, { fromName, to, subject }: Mail): void {
  const { from, to: recipients } = message.getEnvelope();
  const texts = [
    { key: "From", text: fromName, after: ` <${from}>` },
    { key: "To", text: to.name, after: ` <${recipients[0]}>` },
    { key: "Subject", text: subject, after: "" },
  ].filter(({ text }) => text.includes("=?"));
  const written = new Map(texts.map(({ key, text, after }) => [key, encodedWords(text) + after]));
  const asUsual = message.encodeHeaderValue.bind(message);
  message.encodeHeaderValue = (key, value) => written.get(key) ?? asUsual(key, value);
}

/** A word may have 75 characters (RFC 2047 §2): with its frame these bytes make 72 in base64. */
const word_bytes_max = 45;

/** A text as encoded words, each of whole characters (RFC 2047 §5 (3)); programs leave out the blanks between them (§6.2). */
function encodedWords(text: string): string {
  const words: string[] = [""];
  for (const character of text) {
    const longer = (words.at(-1) ?? "") + character;
    if (Buffer.byteLength(longer) > word_bytes_max) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

function unavailable(cause: unknown, given: boolean): MailUnavailable {
  const reply = replyOf(cause);
  if (refusedForGood(cause))
    return new MailUnavailable("the mail server refused this mail", { cause, reply, permanent: true });
  if (given && responseCodeOf(cause) === null)
    return new MailUnavailable("the mail server did not say whether it took a mail", { cause, unanswered: true });
  return new MailUnavailable("the mail server did not take a mail", { cause, reply });
}

function envelope(mail: Mail, fromAddress: string) {
  return {
    from: { name: mail.fromName, address: fromAddress },
    to: { name: mail.to.name, address: mail.to.address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageKey}@${fromAddress.slice(fromAddress.lastIndexOf("@") + 1)}>`,
    // RFC 3834 §5: nobody's out-of-office shall answer.
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false as const,
    attachments: (mail.attachments ?? []).map((part) => ({
      filename: part.filename,
      contentType: part.contentType,
      content: Buffer.from(part.content),
      ...(part.contentId === undefined ? {} : { cid: part.contentId, contentDisposition: "inline" as const }),
    })),
  };
}

/**
 * RFC 5321 §4.2.1: 5yz is final, 4yz may work later. Only an answer about the recipient or the mail counts (RCPT, DATA):
 * a 5yz to AUTH or the greeting is our own configuration and passes once that is mended.
 */
function refusedForGood(fault: unknown): boolean {
  return isAboutTheMail(fault) && (responseCodeOf(fault) ?? 0) >= 500;
}

/** The server's words about recipient or mail. What it says to our login is nobody's but the operator's. */
function replyOf(fault: unknown): string | null {
  if (!isAboutTheMail(fault) || !("response" in fault) || typeof fault.response !== "string") return null;
  return fault.response;
}

function isAboutTheMail(fault: unknown): fault is object {
  if (typeof fault !== "object" || fault === null || !("code" in fault)) return false;
  return fault.code === "EENVELOPE" || fault.code === "EMESSAGE";
}

/** The reply code of a fault that is an answer of the server's, else null. */
function responseCodeOf(fault: unknown): number | null {
  if (typeof fault !== "object" || fault === null || !("responseCode" in fault)) return null;
  return typeof fault.responseCode === "number" ? fault.responseCode : null;
}
