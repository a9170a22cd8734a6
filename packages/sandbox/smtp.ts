/** A mail server (RFC 5321) that accepts everything into the inbox, unless a fault was ordered. */
import { createServer, type Server, type Socket } from "node:net";
import PostalMime, { type Address, type Attachment } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { type Fault, type Faults, waitIfSlow } from "./faults.ts";
import type { Inbox, MessagePart } from "./inbox.ts";

/** Largest mail, as the SIZE extension (RFC 1870) announces it. */
const mail_bytes_max = 25 * 1024 * 1024;

/** A connection with its ordered fault. */
type Met = { readonly socket: Socket; readonly fault: Fault | undefined };

/** Creates the server; the caller starts listening. Without TLS and AUTH, because it listens on loopback only. */
export function smtpServer(deps: { inbox: Inbox; faults: Faults }): Server {
  // Fault and socket of a connection, by the client's port: smtp-server gives its hooks only the session.
  const met = new Map<number, Met>();
  const smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    size: mail_bytes_max,
    logger: false,
    onRcptTo: (address, session, done) => {
      const refused = met.get(session.remotePort)?.fault?.mode === "reject";
      // RFC 3463 §3.2: 5.1.1, bad destination mailbox address.
      done(refused ? replied(550, `5.1.1 <${address.address}>: recipient unknown`) : null);
    },
    onData: (stream, session, done) => {
      receive({ deps, stream, session, met: met.get(session.remotePort) }).then(
        () => done(null, "2.0.0 queued"),
        (fault: unknown) => done(fault instanceof Error ? fault : replied(451, "4.3.0 not stored")),
      );
    },
  });
  // A client that disconnects early is not our fault.
  smtp.on("error", () => undefined);
  return createServer((socket) => {
    const fault = deps.faults.take("mail");
    const port = socket.remotePort ?? 0;
    met.set(port, { socket, fault });
    socket.once("close", () => met.delete(port));
    socket.on("error", () => socket.destroy());
    if (fault?.mode === "down") socket.destroy();
    else if (fault?.mode === "garbage") socket.end("\u0000\u0001 this is no SMTP\r\n");
    else smtp.server.emit("connection", socket);
  });
}

type Receipt = {
  readonly deps: { inbox: Inbox };
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
  readonly met: Met | undefined;
};

async function receive({ deps, stream, session, met }: Receipt): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  if (stream.sizeExceeded) throw replied(552, "5.3.4 message too big");
  await waitIfSlow(met?.fault);
  const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: "arraybuffer" });
  for (const recipient of session.envelope.rcptTo) {
    deps.inbox.add({
      channel: "mail",
      to: recipient.address,
      from: writtenAddress(mail.from),
      subject: mail.subject ?? "",
      text: (mail.text ?? "").replaceAll("\r\n", "\n").trimEnd(),
      html: mail.html ?? null,
      reference: mail.messageId ?? "",
      attachments: mail.attachments.map(messagePart),
    });
  }
  if (met?.fault?.mode === "answer-lost") met.socket.destroy();
}

function messagePart(attachment: Attachment): MessagePart {
  const content = attachment.content;
  return {
    filename: attachment.filename ?? "part",
    contentType: attachment.mimeType,
    contentId: attachment.contentId?.replace(/^<|>$/g, "") ?? null,
    content: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
  };
}

function writtenAddress(from: Address | undefined): string {
  if (from === undefined) return "";
  return from.name === "" ? (from.address ?? "") : `${from.name} <${from.address ?? ""}>`;
}

/** An error for which smtp-server answers this reply code. */
function replied(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
