import { createServer, type Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { type Mail, MailUnavailable, mail_timeout_ms } from "../../ports/mail.ts";
import { useSandbox } from "../../test/start-sandbox.ts";
import { smtpMail } from "./smtp-mail.ts";

const sandbox = useSandbox();
const mailTo = (address: string): Mail => ({
  to: { name: 'Brückner-Özdemir, "Kati"', address },
  fromName: "Hafenwerk Wohnen eG (Siegel)",
  subject: "Jonas bittet Sie um Ihre Unterschrift: Wohnung 4.12, Speicherstraße 8",
  text: "Guten Tag,\n\nGrüße aus Überlingen.\n",
  html: '<p>Grüße &amp; <img src="cid:logo"></p>',
  messageKey: `invitation.w.${address.split("@")[0]}`,
  attachments: [
    { filename: "logo.png", contentType: "image/png", contentId: "logo", content: new Uint8Array([1, 2, 3]) },
    { filename: "Übergabe.pdf", contentType: "application/pdf", content: new TextEncoder().encode("%PDF-") },
  ],
});
const port = (timeoutMs = 2_000) =>
  smtpMail({ url: sandbox.current().smtpUrl, fromAddress: "no-reply@siegel.example", timeoutMs });
const received = (address: string) => sandbox.current().messages(`?channel=mail&to=${encodeURIComponent(address)}`);

async function faultOf(sending: Promise<void>): Promise<MailUnavailable> {
  const fault = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(fault instanceof MailUnavailable)) throw new Error(`expected MailUnavailable, got ${String(fault)}`);
  return fault;
}

/** A mail server that says yes to everything, but does as told `at` a command, or at the "." that ends a mail. */
async function playMailServer(
  at: string,
  act: (socket: Socket) => void,
  hear: (text: string) => void = () => undefined,
) {
  const server = createServer((socket) => {
    socket.write("220 busy\r\n");
    let inMail = false;
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      hear(text);
      const ends = inMail && text.endsWith("\r\n.\r\n");
      if (inMail && !ends) return;
      if (ends ? at === "." : text.startsWith(at)) return act(socket);
      inMail = text.startsWith("DATA");
      socket.write(inMail ? "354 go on\r\n" : "250 ok\r\n");
    });
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `smtp://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return {
    port: (more: { mailTimeoutMs?: number } = {}) =>
      smtpMail({ url, fromAddress: "no-reply@siegel.example", timeoutMs: 1_000, ...more }),
    close: () => server.close(),
  };
}

describe("mail over SMTP", () => {
  it("arrives with its words, its sender's name, its attachments and a Message-ID made from the key", async () => {
    await port().send(mailTo("kati@example.org"));
    const [mail, ...others] = await received("Kati@Example.org");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: "kati@example.org",
      from: "Hafenwerk Wohnen eG (Siegel) <no-reply@siegel.example>",
      subject: "Jonas bittet Sie um Ihre Unterschrift: Wohnung 4.12, Speicherstraße 8",
      text: "Guten Tag,\n\nGrüße aus Überlingen.",
      reference: "<invitation.w.kati@siegel.example>",
      attachments: [
        { filename: "logo.png", content_type: "image/png", size: 3 },
        { filename: "Übergabe.pdf", content_type: "application/pdf", size: 5 },
      ],
    });
    expect(mail?.html?.trim()).toBe('<p>Grüße &amp; <img src="cid:logo"></p>');
  });

  it.each([
    ["an encoded word", "=?utf-8?B?w7bDpMO8?="],
    ["an encoded address", "=?utf-8?Q?bank=40example.org_=3C?= Berg"],
    [
      "some beside other letters, long",
      `Jörg "Ö" =?iso-8859-1?q?=E4?= =?utf-8?B?w7bDpMO8?= ${"Überlingen ".repeat(20)}x`,
    ],
    ["the beginning of one", "a =?b, c"],
  ])("shows names and subjects as typed where they hold %s", async (_what, typed) => {
    const mail = { ...mailTo("typed@example.org"), fromName: typed, subject: typed };
    const sent = { ...mail, to: { name: typed, address: "typed@example.org" } };
    await port().send(sent);
    // Newest first; read by a program that decodes words in quotation marks, too, as many do.
    const [read] = await received("typed@example.org");
    expect(read).toMatchObject({ subject: typed, from: `${typed} <no-reply@siegel.example>`, to: "typed@example.org" });
    const raw: string[] = [];
    const played = await playMailServer(
      "nothing",
      () => undefined,
      (text) => raw.push(text),
    );
    try {
      await played.port().send(sent);
    } finally {
      played.close();
    }
    const text = raw.join("");
    expect(text).toContain("RCPT TO:<typed@example.org>");
    const message = text.slice(text.indexOf("DATA\r\n") + "DATA\r\n".length);
    // The recipient's name is written as the sender's, which was read.
    const words = (name: string) => new RegExp(`^${name}:\\s+([^<]*)<`, "m").exec(message)?.[1]?.replace(/\s+/g, " ");
    expect(words("To")).toBe(words("From"));
    expect(words("To")).toMatch(/^=\?UTF-8\?B\?/);
    // Nothing that a program reads as an encoded word stands in quotation marks, and none is longer than 75 characters (RFC 2047 §2).
    const [headers = ""] = message.split("\r\n\r\n");
    expect(headers).not.toMatch(/"[^"\r\n]*=\?/);
    for (const word of headers.match(/=\?[^ \r\n]*\?=/g) ?? []) expect(word.length).toBeLessThanOrEqual(75);
  });

  it("tells nothing to a server without STARTTLS where that is required", async () => {
    const url = sandbox.current().smtpUrl;
    const careful = smtpMail({ url, fromAddress: "no-reply@siegel.example", requiresTls: true, timeoutMs: 2_000 });
    expect((await faultOf(careful.send(mailTo("clear@example.org")))).permanent).toBe(false);
    expect(await received("clear@example.org")).toEqual([]);
  });

  it("cannot be given a second recipient or header through a name or subject", async () => {
    const mail = mailTo("inject@example.org");
    await port().send({
      ...mail,
      subject: "a\r\nBcc: evil@example.org",
      fromName: "x\r\nBcc: evil@example.org",
      to: { ...mail.to, name: "y>, evil@example.org <" },
    });
    expect(await received("inject@example.org")).toHaveLength(1);
    expect(await received("evil@example.org")).toEqual([]);
  });

  it("is refused for good when the mail server does not know the recipient", async () => {
    await sandbox.current().spoil("mail", "reject");
    const fault = await faultOf(port().send(mailTo("nobody@example.org")));
    expect([fault.permanent, fault.unanswered]).toEqual([true, false]);
    expect(String((fault.cause as Error).message)).toContain("recipient unknown");
    expect(fault.reply).toMatch(/^550 .*recipient unknown/);
  });

  it.each(["down", "garbage"] as const)("may be tried again after %s, and nothing has arrived", async (mode) => {
    await sandbox.current().spoil("mail", mode);
    const fault = await faultOf(port().send(mailTo(`${mode}@example.org`)));
    expect([fault.permanent, fault.unanswered, fault.reply]).toEqual([false, false, null]);
    expect(fault.cause).toBeInstanceOf(Error);
    expect(await received(`${mode}@example.org`)).toEqual([]);
  });

  it("is perhaps there when the answer is lost, may be tried again, and then carries the same Message-ID", async () => {
    await sandbox.current().spoil("mail", "answer-lost");
    const fault = await faultOf(port().send(mailTo("lost@example.org")));
    expect([fault.permanent, fault.unanswered]).toEqual([false, true]);
    await port().send(mailTo("lost@example.org"));
    const references = (await received("lost@example.org")).map((mail) => mail.reference);
    expect(references).toEqual(["<invitation.w.lost@siegel.example>", "<invitation.w.lost@siegel.example>"]);
  });

  it("waits for a slow server, but not for ever", async () => {
    await sandbox.current().spoil("mail", "slow", { delay_ms: 300 });
    await port().send(mailTo("slow@example.org"));
    await sandbox.current().spoil("mail", "slow", { delay_ms: 3_000 });
    const fault = await faultOf(port(300).send(mailTo("slower@example.org")));
    expect([fault.permanent, fault.unanswered]).toEqual([false, true]);
  });

  it("waits for a mail as long as whoever sends it reckons with", async () => {
    const limits = vi.spyOn(AbortSignal, "timeout");
    const hung = await playMailServer("EHLO", (socket) => void socket.destroy());
    await faultOf(hung.port().send(mailTo("a@example.org")));
    expect(limits).toHaveBeenCalledWith(mail_timeout_ms);
    limits.mockRestore();
  });

  it.each([
    ["before it has the mail", "EHLO", false],
    ["about the whole mail", ".", true],
  ] as const)("gives a server up that goes on talking %s, and leaves it", async (_, at, unanswered) => {
    let left = false;
    const talker = await playMailServer(at, (socket) => {
      const talk = setInterval(() => socket.write("250-and\r\n"), 50);
      socket.on("close", () => {
        clearInterval(talk);
        left = true;
      });
    });
    const fault = await faultOf(talker.port({ mailTimeoutMs: 700 }).send(mailTo("a@example.org")));
    expect([fault.permanent, fault.unanswered, fault.reply]).toEqual([false, unanswered, null]);
    await expect.poll(() => left).toBe(true);
    talker.close();
  });

  it.each([
    ["a recipient that it cannot take now", "RCPT", "450 4.2.1 later\r\n", false],
    ["a whole mail that it cannot take now", ".", "451 4.3.0 later\r\n", false],
    ["a connection cut at the recipient", "RCPT", null, false],
    ["a connection cut after the mail", ".", null, true],
  ] as const)("may be tried again after %s", async (_, at, answer, unanswered) => {
    const busy = await playMailServer(at, (socket) => {
      if (answer === null) socket.destroy();
      else socket.write(answer);
    });
    const fault = await faultOf(busy.port().send(mailTo("a@example.org")));
    expect([fault.permanent, fault.unanswered, fault.reply]).toEqual([false, unanswered, answer?.trim() ?? null]);
    busy.close();
  });
});
