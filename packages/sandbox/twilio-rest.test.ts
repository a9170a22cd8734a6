import twilio from "twilio";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../fixtures/eventually.ts";
import { readWritten } from "./request-file.ts";
import { account, startListener, startTestSandbox } from "./test/test-sandbox.ts";
import { twilioSignature } from "./twilio-callbacks.ts";

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => fetch(`${sandbox.url}/api/messages`, { method: "DELETE" }));
afterAll(() => sandbox.close());

/** Twilio's own client, with its requests sent here. */
function sdk(authToken = account.authToken) {
  class Here extends twilio.RequestClient {
    override request<T>(options: Parameters<typeof twilio.RequestClient.prototype.request<T>>[0]) {
      const { pathname, search } = new URL(options.uri);
      return super.request<T>({ ...options, uri: `${sandbox.url}${pathname}${search}` });
    }
  }
  return twilio(account.sid, authToken, { httpClient: new Here() });
}

async function send(name: string, change: (form: URLSearchParams) => void = () => undefined): Promise<Response> {
  const { startLine, headers, body } = readWritten(name);
  const form = new URLSearchParams(body);
  change(form);
  const { host: _host, ...kept } = headers;
  return fetch(`${sandbox.url}${startLine.split(" ")[1]}`, { method: "POST", headers: kept, body: form.toString() });
}

describe("Twilio's REST API", () => {
  it.each(["sms", "call"])("accepts the recorded %s request with an answer of the recorded shape", async (name) => {
    const answer = await send(`${name}.http`, (form) => form.delete("StatusCallback"));
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as Record<string, unknown>;
    const written = JSON.parse(readWritten(`${name}.answer`).body) as Record<string, unknown>;
    expect(body).toMatchObject({
      status: "queued",
      to: written.to,
      from: written.from,
      account_sid: written.account_sid,
    });
    for (const [field, value] of Object.entries(body))
      expect({ [field]: typeof value }).toEqual({ [field]: typeof written[field] });
  });

  it("shows tests the text as it was sent", async () => {
    await send("sms.http", (form) => form.set("To", "+4915155500001"));
    const [message] = await sandbox.messages("?to=%2B4915155500001&channel=sms");
    expect(message).toMatchObject({ channel: "sms", to: "+4915155500001", subject: null, html: null });
    expect(message?.text).toBe("Siegel: Ihr Code ist 407921. Kennung K7QRXM, gültig 5 Minuten.\n@sign.example #407921");
    expect(message?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await sandbox.messages("?to=%2B4915155500001&channel=voice")).toEqual([]);
    expect(await sandbox.messages("?to=%2B491")).toEqual([]);
  });

  it("serves Twilio's own client", async () => {
    const made = await sdk().messages.create({ to: "+4915123456789", from: "+4915550000000", body: "Grüße" });
    expect(made.sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(made.dateCreated.getTime()).toBeGreaterThan(Date.parse("2026-01-01"));
    const called = await sdk().calls.create({
      to: "+4915123456789",
      from: "+4915550000000",
      twiml: "<Response><Say>1</Say></Response>",
    });
    expect(called.sid).toMatch(/^CA[0-9a-f]{32}$/);
  });

  it("refuses Twilio's own client with the code it knows", async () => {
    const message = { to: "+4915123456789", from: "+4915550000000", body: "x" };
    await expect(sdk("wrong").messages.create(message)).rejects.toMatchObject({ status: 401, code: 20003 });
    await expect(sdk().messages.create({ ...message, to: "+4915550021614" })).rejects.toMatchObject({
      status: 400,
      code: 21614,
    });
    await expect(sdk().messages.create({ ...message, to: "0151 1" })).rejects.toMatchObject({ code: 21211 });
    await expect(sdk().messages.create({ ...message, body: "x".repeat(1_601) })).rejects.toMatchObject({ code: 21617 });
    expect(await sandbox.messages()).toEqual([]);
  });

  it.each([
    ["sms.http", "To", 21604],
    ["sms.http", "From", 21603],
    ["sms.http", "Body", 21602],
    ["call.http", "To", 21201],
    ["call.http", "From", 21213],
    ["call.http", "Twiml", 21205],
  ])("refuses %s without %s", async (name, field, code) => {
    const answer = await send(name, (form) => form.delete(field));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code,
      status: 400,
      more_info: `https://www.twilio.com/docs/errors/${code}`,
    });
  });

  it("reports each state in a callback whose signature Twilio's SDK accepts", async () => {
    const listener = await startListener();
    const callback = `${listener.url}/api/hooks/twilio/status?attempt=a%20b`;
    await send("sms.http", (form) => form.set("StatusCallback", callback));
    await eventually(() => listener.taken[1]);
    await listener.close();
    expect(listener.taken.map((one) => one.form.get("MessageStatus"))).toEqual(["sent", "delivered"]);
    for (const one of listener.taken) {
      const signature = String(one.headers["x-twilio-signature"]);
      expect(twilio.validateRequest(account.authToken, signature, callback, Object.fromEntries(one.form))).toBe(true);
    }
  });

  it("reports a message that could not be delivered", async () => {
    const listener = await startListener();
    await send("sms.http", (form) => {
      form.set("StatusCallback", listener.url);
      form.set("To", "+4915550030006");
    });
    const last = await eventually(() => listener.taken[1]);
    await listener.close();
    expect(last.form.get("MessageStatus")).toBe("undelivered");
    expect(last.form.get("ErrorCode")).toBe("30006");
  });

  it("signs as Twilio's SDK does", () => {
    const written = readWritten("voice-pressed.http");
    const url = `https://sign.example${written.startLine.split(" ")[1]}`;
    const form = Object.fromEntries(new URLSearchParams(written.body));
    const expected = twilio.getExpectedTwilioSignature(account.authToken, url, form);
    expect(twilioSignature(account.authToken, url, form)).toBe(expected);
    expect(written.headers["x-twilio-signature"]).toBe(expected);
  });
});

describe("a call", () => {
  it("presses a key, requests the next document with a signature, and keeps all spoken texts", async () => {
    const listener = await startListener((taken) =>
      taken.path.startsWith("/voice")
        ? '<Response><Say>Kennung <say-as interpret-as="characters">K7Q</say-as></Say><Pause length="1"/><Say>4</Say><Say>0</Say></Response>'
        : "",
    );
    await send("call.http", (form) => {
      form.set(
        "Twiml",
        `<Response><Gather numDigits="1" action="${listener.url}/voice?attempt=1&amp;step=1"><Say>Drücken Sie die Eins.</Say></Gather><Hangup/></Response>`,
      );
      form.set("StatusCallback", `${listener.url}/status`);
    });
    await eventually(() => listener.taken.find((one) => one.form.get("CallStatus") === "completed"));
    await listener.close();
    const [call] = await sandbox.messages("?channel=voice");
    expect(call?.text).toBe("Drücken Sie die Eins.\nKennung K7Q\n4\n0");
    expect(listener.taken.map((one) => one.form.get("CallStatus"))).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "in-progress",
      "completed",
    ]);
    const asked = listener.taken.find((one) => one.path.startsWith("/voice"));
    expect(asked?.path).toBe("/voice?attempt=1&step=1");
    expect(asked?.form.get("Digits")).toBe("1");
    const signature = String(asked?.headers["x-twilio-signature"]);
    expect(
      twilio.validateRequest(
        account.authToken,
        signature,
        `${listener.url}${asked?.path}`,
        Object.fromEntries(asked?.form ?? []),
      ),
    ).toBe(true);
  });

  it("says that an error occurred when the next document is broken", async () => {
    const listener = await startListener(() => "<Response><Say>4</Say>");
    await send("call.http", (form) => {
      form.set("Twiml", `<Response><Gather action="${listener.url}/voice"><Say>Eins.</Say></Gather></Response>`);
      form.delete("StatusCallback");
    });
    const call = await eventually(async () => (await sandbox.messages("?channel=voice"))[0]);
    await listener.close();
    expect(call.text).toBe("Eins.\nAn application error has occurred. Goodbye.");
    expect(sandbox.notes.at(-1)).toContain("an element is not closed");
  });

  it("without an answer speaks no text", async () => {
    const listener = await startListener();
    await send("call.http", (form) => {
      form.set("To", "+4915550000486");
      form.set("StatusCallback", listener.url);
    });
    await eventually(() => listener.taken.find((one) => one.form.get("CallStatus") === "busy"));
    await listener.close();
    expect(await sandbox.messages("?channel=voice")).toEqual([]);
  });
});

describe("a text or call with an ordered fault", () => {
  const cases = [
    ["sms", "sms.http"],
    ["voice", "call.http"],
  ] as const;
  it.each(cases)("%s down: no answer, nothing received, and the next one works", async (channel, name) => {
    await sandbox.spoil(channel, "down");
    await expect(send(name)).rejects.toThrow();
    expect(await sandbox.messages()).toEqual([]);
    expect((await send(name, (form) => form.delete("StatusCallback"))).status).toBe(201);
  });
  it.each(cases)("%s answer-lost: received, but no answer", async (channel, name) => {
    await sandbox.spoil(channel, "answer-lost");
    await expect(send(name, (form) => form.set("Twiml", "<Response><Say>4</Say></Response>"))).rejects.toThrow();
    await eventually(async () => (await sandbox.messages(`?channel=${channel}`))[0]);
  });
  it.each(cases)("%s reject, garbage, slow", async (channel, name) => {
    await sandbox.spoil(channel, "reject", { code: 21610 });
    expect(await (await send(name)).json()).toMatchObject({ code: 21610 });
    await sandbox.spoil(channel, "garbage");
    const garbage = await send(name);
    expect(garbage.status).toBe(200);
    expect(garbage.headers.get("content-type")).toContain("text/html");
    await sandbox.spoil(channel, "slow", { delay_ms: 150 });
    const before = performance.now();
    expect((await send(name, (form) => form.delete("StatusCallback"))).status).toBe(201);
    expect(performance.now() - before).toBeGreaterThan(140);
  });
  it("makes as many calls fail as were ordered", async () => {
    await sandbox.spoil("sms", "reject", { count: 2 });
    const statuses = [
      await send("sms.http"),
      await send("sms.http"),
      await send("sms.http", (form) => form.delete("StatusCallback")),
    ];
    expect(statuses.map((answer) => answer.status)).toEqual([400, 400, 201]);
  });
  it.each([
    [{ channel: "fax", mode: "down" }],
    [{ channel: "sms", mode: "slowly" }],
    [{ channel: "sms", mode: "down", count: -1 }],
  ])("refuses the order %j", async (order) => {
    const answer = await fetch(`${sandbox.url}/api/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });
    expect(answer.status).toBe(400);
  });
});
