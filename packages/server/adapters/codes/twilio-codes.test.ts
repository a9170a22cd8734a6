import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { sandbox_account_sid, sandbox_auth_token, sandbox_sender_number } from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CodeMessage, CodeTransportFailed } from "../../ports/code-transport.ts";
import { useSandbox } from "../../test/start-sandbox.ts";
import { twilioCodes } from "./twilio-codes.ts";

const sandbox = useSandbox();
const written = (name: string): string =>
  readFileSync(new URL(`../../../sandbox/requests/${name}`, import.meta.url), "utf8");

const message: CodeMessage = {
  attemptId: "attempt1",
  to: "+4915123456789",
  language: "de",
  text: "Siegel: Ihr Code ist 407921. Kennung K7QRXM, gültig 5 Minuten.\n@sign.example #407921",
  spoken: {
    introduction: "Guten Tag. Zum Anhören Ihres Codes drücken Sie bitte die Eins.",
    reference: "K7QRXM",
    digits: "407921",
  },
  validitySeconds: 300,
};

const transport = (baseUrl: string, more: { timeoutMs?: number; password?: string } = {}) =>
  twilioCodes({
    baseUrl,
    accountSid: sandbox_account_sid,
    username: sandbox_account_sid,
    password: sandbox_auth_token,
    from: sandbox_sender_number,
    publicUrl: "https://sign.example",
    timeoutMs: 1_000,
    ...more,
  });

/** Says 201, and then zeros up to 4 GB as fast as they are taken. */
async function startEndless(packed: boolean): Promise<{ url: string; asked: () => number; close: () => void }> {
  let asked = 0;
  const zeros = new Uint8Array(1_048_576);
  const server = createHttpServer((request, response) => {
    asked += 1;
    request.resume();
    response.on("error", () => response.destroy());
    response.writeHead(201, { "content-type": "application/json", ...(packed ? { "content-encoding": "gzip" } : {}) });
    const body = Readable.from(Array.from({ length: 4_096 }, () => zeros));
    const done = (): void => undefined; // whoever asked goes when they have heard enough
    if (packed) pipeline(body, createGzip(), response, done);
    else pipeline(body, response, done);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked: () => asked, close: () => server.close() };
}

/** Answers as written in `requests/`, by what the number ends in, and keeps what it was asked. */
type Replayer = { readonly url: string; readonly asked: string[]; readonly close: () => void };
let replayer: Replayer;

async function startReplayer(): Promise<Replayer> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    let request = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      request += chunk.toString();
      const [head = "", body = ""] = request.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!request.includes("\r\n\r\n") || Buffer.byteLength(body) < length) return;
      asked.push(request);
      socket.end(answerTo(head, new URLSearchParams(body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

function answerTo(head: string, form: URLSearchParams): string {
  const code = /^\+49155500(2\d{4})$/.exec(form.get("To") ?? "")?.[1];
  const name =
    code === undefined ? `${head.includes("/Calls.json") ? "call" : "sms"}.answer` : `refused-${code}.answer`;
  const [answerHead = "", body = ""] = written(name).split("\n\n");
  return `${answerHead.replaceAll("\n", "\r\n")}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

beforeAll(async () => {
  replayer = await startReplayer();
});
afterAll(() => replayer.close());

/** The failure of a send; throws when it succeeded. */
async function failureOf(sending: Promise<unknown>): Promise<CodeTransportFailed> {
  const fault = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(fault instanceof CodeTransportFailed)) throw new Error(`expected CodeTransportFailed, got ${String(fault)}`);
  return fault;
}

describe.each([
  ["the sandbox", () => sandbox.current().url],
  ["answers written down from Twilio's documentation", () => replayer.url],
])("codes by Twilio, against %s", (_name, url) => {
  it("are accepted with Twilio's reference", async () => {
    expect((await transport(url()).sendText({ ...message, to: "+4915100000001" })).providerReference).toMatch(
      /^SM[0-9a-f]{32}$/,
    );
    expect((await transport(url()).call({ ...message, to: "+4915100000001" })).providerReference).toMatch(
      /^CA[0-9a-f]{32}$/,
    );
  });

  it.each([
    ["20003", "auth"],
    ["20429", "throttled"],
    ["21211", "invalid_number"],
    ["21408", "blocked"],
    ["21610", "blocked"],
    ["21612", "unreachable"],
    ["21614", "unreachable"],
  ])("refused with %s are %s", async (code, kind) => {
    const fault = await failureOf(transport(url()).sendText({ ...message, to: `+49155500${code}` }));
    expect(fault.kind).toBe(kind);
    expect(fault.message).toContain(code);
  });

  it("by call, to a region that is not enabled, are blocked", async () => {
    expect((await failureOf(transport(url()).call({ ...message, to: "+4915550021215" }))).kind).toBe("blocked");
  });
});

describe("codes by Twilio", () => {
  it.each([
    ["sms.http", "sendText"],
    ["call.http", "call"],
  ] as const)("are asked for exactly as %s says", async (name, way) => {
    await transport(replayer.url)[way](message);
    const [head = "", body] = (replayer.asked.at(-1) ?? "").split("\r\n\r\n");
    const [writtenHead = "", writtenBody = ""] = written(name).split("\n\n");
    const [start, _host, ...headers] = writtenHead.split("\n");
    expect(head.split("\r\n")[0]).toBe(start);
    expect(head.toLowerCase().split("\r\n")).toEqual(expect.arrayContaining(headers.map((line) => line.toLowerCase())));
    expect(body).toBe(writtenBody.trimEnd());
  });

  it("never stand in an address or in the TwiML of a call", async () => {
    await transport(replayer.url).call(message);
    const form = new URLSearchParams((replayer.asked.at(-1) ?? "").split("\r\n\r\n")[1]);
    for (const value of form.values()) expect(value).not.toContain(message.spoken.digits);
    expect(form.get("Twiml")).not.toContain(message.spoken.reference);
  });

  it("arrive once", async () => {
    await transport(sandbox.current().url).sendText({ ...message, to: "+4915100000002" });
    const texts = await sandbox.current().messages("?channel=sms&to=%2B4915100000002");
    expect(texts.map((text) => text.text)).toEqual([message.text]);
  });

  it("go out again by text when no answer came, whether or not the first arrived", async () => {
    for (const [mode, to, arrived] of [
      ["down", "+4915100000003", 1],
      ["answer-lost", "+4915100000004", 2],
    ] as const) {
      await sandbox.current().spoil("sms", mode);
      await transport(sandbox.current().url).sendText({ ...message, to });
      expect(await sandbox.current().messages(`?channel=sms&to=${encodeURIComponent(to)}`)).toHaveLength(arrived);
    }
  });

  it("are unavailable when no answer comes at all, after three tries by text and one by call", async () => {
    const nobody = transport("http://127.0.0.1:9");
    expect((await failureOf(nobody.sendText(message))).kind).toBe("unavailable");
    await sandbox.current().spoil("voice", "answer-lost", { count: 2 });
    const fault = await failureOf(transport(sandbox.current().url).call({ ...message, to: "+4915100000005" }));
    expect(fault.kind).toBe("unavailable");
    expect(fault.cause).toBeInstanceOf(Error);
    const left = (await (await fetch(`${sandbox.current().url}/api/faults`)).json()) as Record<
      string,
      { count: number }
    >;
    expect(left.voice?.count).toBe(1);
    await sandbox.current().spoil("voice", "down", { count: 0 });
  });

  it("do not go out again after an answer that is none", async () => {
    await sandbox.current().spoil("sms", "garbage", { count: 2 });
    expect((await failureOf(transport(sandbox.current().url).sendText(message))).kind).toBe("unavailable");
    const left = (await (await fetch(`${sandbox.current().url}/api/faults`)).json()) as Record<
      string,
      { count: number }
    >;
    expect(left.sms?.count).toBe(1);
    await sandbox.current().spoil("sms", "down", { count: 0 });
  });

  it.each([
    ["as it is", false],
    ["packed", true],
  ])("read no answer without end, and do not go out again after it: %s", async (_, packed) => {
    const endless = await startEndless(packed);
    try {
      const before = process.memoryUsage().arrayBuffers;
      const failed = await failureOf(transport(endless.url, { timeoutMs: 10_000 }).sendText(message));
      expect(failed.kind).toBe("unavailable");
      expect(endless.asked()).toBe(1);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1_048_576);
    } finally {
      endless.close();
    }
  });

  it("are not waited for longer than the limit", async () => {
    await sandbox.current().spoil("voice", "slow", { delay_ms: 2_000 });
    const before = performance.now();
    expect((await failureOf(transport(sandbox.current().url, { timeoutMs: 200 }).call(message))).kind).toBe(
      "unavailable",
    );
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});
