import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Inbox, openInbox } from "./inbox.ts";
import { renderInbox, renderMailBody } from "./inbox-page.ts";
import { startTestSandbox } from "./test/test-sandbox.ts";

const hostile = '"><script>alert(1)</script>';

function inboxWith(limit = 10): Inbox {
  let id = 0;
  return openInbox({ now: () => new Date("2026-11-21T09:00:00Z"), id: () => `id${++id}`, limit });
}

const mail = (to: string, subject = "Hello") =>
  ({
    channel: "mail",
    to,
    from: "a@example.org",
    subject,
    text: "text",
    html: "<p>html</p>",
    reference: "<1@x>",
    attachments: [],
  }) as const;

describe("the inbox", () => {
  it("lists newest first, filtered by address (ignoring case) and by channel", () => {
    const inbox = inboxWith();
    inbox.add(mail("a@example.org"));
    inbox.add(mail("B@example.org"));
    inbox.add({ ...mail("a@example.org"), channel: "sms" });
    expect(inbox.list().map((message) => message.id)).toEqual(["id3", "id2", "id1"]);
    expect(inbox.list({ to: "b@EXAMPLE.org" }).map((message) => message.id)).toEqual(["id2"]);
    expect(inbox.list({ to: "a@example.org", channel: "mail" }).map((message) => message.id)).toEqual(["id1"]);
  });

  it("drops the oldest beyond its limit, and everything when cleared", () => {
    const inbox = inboxWith(2);
    for (const to of ["1@x", "2@x", "3@x"]) inbox.add(mail(to));
    expect(inbox.list().map((message) => message.to)).toEqual(["3@x", "2@x"]);
    inbox.clear();
    expect(inbox.list()).toEqual([]);
  });

  it("shows everything that arrived as text, never as HTML", () => {
    const inbox = inboxWith();
    const opened = inbox.add({ ...mail(hostile, hostile), from: hostile, text: hostile });
    const html = renderInbox({ messages: inbox.list(), opened, channel: undefined, to: hostile });
    expect(html).not.toContain("<script>alert");
  });

  it("puts a mail's inline pictures into its body", () => {
    const attachments = [
      { filename: "logo.png", contentType: "image/png", contentId: "logo", content: new Uint8Array([1, 2, 3]) },
    ];
    const message = inboxWith().add({ ...mail("a@x"), html: '<img src="cid:logo"><img src="cid:gone">', attachments });
    expect(renderMailBody(message)).toBe(
      '<base target="_blank"><img src="data:image/png;base64,AQID"><img src="cid:gone">',
    );
  });
});

describe("the inbox over HTTP", () => {
  let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox.close());

  it("serves its health, its page, style and script, and allows no other script", async () => {
    expect(await (await fetch(`${sandbox.url}/api/health`)).json()).toEqual({ status: "ok" });
    const page = await fetch(sandbox.url);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain("Nothing has arrived yet.");
    for (const name of ["inbox.css", "inbox.js"]) expect((await fetch(`${sandbox.url}/${name}`)).status).toBe(200);
  });

  it("answers only its own host names, so that a page of another site cannot read the codes by DNS rebinding", async () => {
    const { port } = new URL(sandbox.url);
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = { port, host: "127.0.0.1", path: "/api/messages", headers: { host } };
        get(asked, (answer) => resolve(answer.resume().statusCode)).once("error", reject);
      });
    expect(await statusFor(`localhost:${port}`)).toBe(200);
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
    expect(await statusFor(`rebound.example:${port}`)).toBe(421);
  });

  it("answers 400 to an unknown channel and 404 to an unknown message", async () => {
    expect((await fetch(`${sandbox.url}/api/messages?channel=fax`)).status).toBe(400);
    expect((await fetch(`${sandbox.url}/messages/none/body`)).status).toBe(404);
    expect((await fetch(`${sandbox.url}/messages/none/parts/0`)).status).toBe(404);
  });

  it("is emptied by DELETE", async () => {
    expect((await fetch(`${sandbox.url}/api/messages`, { method: "DELETE" })).status).toBe(204);
    expect(await sandbox.messages()).toEqual([]);
  });
});
