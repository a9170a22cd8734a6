import { readFileSync } from "node:fs";
import { sandbox_account_sid, sandbox_auth_token, sandbox_sender_number } from "@siegel/contract/sandbox.ts";
import fastify from "fastify";
import twilio from "twilio";
import { describe, expect, it } from "vitest";
import { twilioCodes } from "../../adapters/codes/twilio-codes.ts";
import { twilioHooks } from "../../adapters/codes/twilio-hooks.ts";
import type { SpokenCode } from "../../ports/code-hooks.ts";
import type { DeliveryStatus } from "../../ports/code-transport.ts";
import { useSandbox } from "../../test/start-sandbox.ts";
import { hookRoutes } from "./hooks.ts";

const sandbox = useSandbox();
const publicUrl = "https://sign.example";
const code: SpokenCode = { reference: "K7QRXM", digits: "407921", language: "de" };

async function server(options: { code?: SpokenCode | null; publicUrl?: string } = {}) {
  const recorded: (DeliveryStatus & { attemptId?: string })[] = [];
  const asked: string[] = [];
  const app = fastify();
  hookRoutes(app, {
    codeHooks: twilioHooks({ authToken: sandbox_auth_token, publicUrl: options.publicUrl ?? publicUrl }),
    spokenCode: async (attemptId) => {
      asked.push(attemptId);
      return options.code === undefined ? code : options.code;
    },
    recordDelivery: async (status) => recorded.push(status),
  });
  return { app, recorded, asked };
}

/** A callback as written down in the sandbox's `requests/`, perhaps changed on its way. */
function callback(
  name: string,
  change: { path?: string; body?: (body: string) => string; headers?: Record<string, string> } = {},
) {
  const [head = "", body = ""] = readFileSync(
    new URL(`../../../sandbox/requests/${name}`, import.meta.url),
    "utf8",
  ).split("\n\n");
  const [start = "", ...lines] = head.split("\n");
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)));
  return {
    method: "POST" as const,
    url: change.path ?? start.split(" ")[1] ?? "",
    headers: { ...headers, ...change.headers },
    body: (change.body ?? ((same) => same))(body.trimEnd()),
  };
}

function signed(path: string, form: Record<string, string>, url = `${publicUrl}${path}`) {
  const signature = twilio.getExpectedTwilioSignature(sandbox_auth_token, url, form);
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
  return { method: "POST" as const, url: path, headers, body: new URLSearchParams(form).toString() };
}

describe("a status callback", () => {
  it("is recorded with the provider's reference, its code and our attempt", async () => {
    const { app, recorded } = await server();
    expect((await app.inject(callback("status-delivered.http"))).statusCode).toBe(204);
    expect((await app.inject(callback("status-undelivered.http"))).statusCode).toBe(204);
    const providerReference = `SM${"0123456789abcdef".repeat(2)}`;
    expect(recorded).toEqual([
      { providerReference, state: "delivered", attemptId: "attempt1" },
      { providerReference, state: "undelivered", providerCode: "30006", attemptId: "attempt1" },
    ]);
  });

  it("is believed with the default port in the signed address and behind a proxy of another name", async () => {
    const { app, recorded } = await server();
    const path = "/api/hooks/twilio/status?attempt=a1";
    const form = { CallSid: "CA1", CallStatus: "no-answer" };
    const request = signed(path, form, `https://sign.example:443${path}`);
    expect((await app.inject({ ...request, headers: { ...request.headers, host: "internal:8080" } })).statusCode).toBe(
      204,
    );
    expect(recorded).toEqual([{ providerReference: "CA1", state: "undelivered", attemptId: "a1" }]);
  });

  it("that says nothing about arrival changes nothing", async () => {
    const { app, recorded } = await server();
    expect(
      (await app.inject(signed("/api/hooks/twilio/status?attempt=a1", { MessageSid: "SM1", MessageStatus: "queued" })))
        .statusCode,
    ).toBe(204);
    expect(recorded).toEqual([]);
  });

  it.each([
    ["another body", callback("status-delivered.http", { body: (body) => body.replaceAll("delivered", "failed") })],
    ["another address", callback("status-delivered.http", { path: "/api/hooks/twilio/status?attempt=attempt2" })],
    ["another hook", callback("status-delivered.http", { path: "/api/hooks/twilio/voice?attempt=attempt1" })],
    ["an added parameter", callback("status-delivered.http", { body: (body) => `${body}&x=y` })],
    [
      "a wrong signature",
      callback("status-delivered.http", { headers: { "x-twilio-signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" } }),
    ],
    ["no base64", callback("status-delivered.http", { headers: { "x-twilio-signature": "§" } })],
    ["no signature", callback("status-delivered.http", { headers: { "x-twilio-signature": "" } })],
  ])("with %s is refused and changes nothing", async (_name, request) => {
    const { app, recorded, asked } = await server();
    const answer = await app.inject(request);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ success: false, code: "FORBIDDEN" });
    expect([recorded, asked]).toEqual([[], []]);
  });
});

describe("the call", () => {
  it("hears reference and digits one by one, three times, after the key press", async () => {
    const { app, asked } = await server();
    const answer = await app.inject(callback("voice-pressed.http"));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/xml");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(asked).toEqual(["attempt1"]);
    expect(answer.body.match(/<Say language="de-DE" voice="Polly.Vicki">4<\/Say><Pause length="1"\/>/g)).toHaveLength(
      3,
    );
    expect(answer.body).toContain('<say-as interpret-as="characters">K7QRXM</say-as>');
    expect(answer.body).not.toContain("407921");
  });

  it("learns no code without a key press", async () => {
    const { app, asked } = await server();
    const answer = await app.inject(
      signed("/api/hooks/twilio/voice?attempt=attempt1", { CallSid: "CA1", CallStatus: "in-progress" }),
    );
    expect(asked).toEqual([]);
    expect(answer.body).toContain("gilt nicht mehr");
  });

  it("is told in both languages that a code is gone", async () => {
    const { app } = await server({ code: null });
    const { body } = await app.inject(callback("voice-pressed.http"));
    expect(body).toContain("Dieser Code gilt nicht mehr.");
    expect(body).toContain("This code is no longer valid.");
  });

  it("[S-112] speaks the code, from our request over Twilio's call to our voice hook", async () => {
    const { app, recorded } = await server({ publicUrl: "http://127.0.0.1:0", code: { ...code, language: "en" } });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    const running = await server({ publicUrl: address, code: { ...code, language: "en" } });
    await app.close();
    expect(recorded).toEqual([]);
    await running.app.listen({ port: Number(new URL(address).port), host: "127.0.0.1" });
    const to = "+4915100000112";
    const spoken = {
      introduction: "Hello. To hear your code, please press one.",
      reference: code.reference,
      digits: code.digits,
    };
    const credentials = {
      accountSid: sandbox_account_sid,
      username: sandbox_account_sid,
      password: sandbox_auth_token,
    };
    const transport = twilioCodes({
      ...credentials,
      baseUrl: sandbox.current().url,
      from: sandbox_sender_number,
      publicUrl: address,
    });
    await transport.call({ attemptId: "call1", to, language: "en", text: "", spoken, validitySeconds: 300 });
    await expect
      .poll(() => running.recorded.map((status) => status.state), { timeout: 5_000 })
      .toEqual(["sent", "delivered", "delivered"]);
    const [call] = await sandbox.current().messages(`?channel=voice&to=${encodeURIComponent(to)}`);
    await running.app.close();
    expect(call?.text.split("\n").slice(0, 9)).toEqual([
      spoken.introduction,
      "Reference K7QRXM",
      "Your code is:",
      ..."407921",
    ]);
    expect(running.asked).toEqual(["call1"]);
  });

  it("names the code's reference in German as the page and the text message do", async () => {
    const { app } = await server({ code: { ...code, language: "de" } });
    const { body } = await app.inject(callback("voice-pressed.http"));
    expect(body).toContain("Kennung ");
    expect(body).not.toContain("Referenz");
    await app.close();
  });
});
