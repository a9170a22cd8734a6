/** A sandbox of its own for one test file, with what it received and the callbacks it made. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import {
  type FaultChannel,
  type FaultMode,
  sandbox_account_sid,
  sandbox_auth_token,
} from "@siegel/contract/sandbox.ts";
import type { AuthorityStore } from "./development-authority.ts";
import { startSandbox } from "./sandbox.ts";

/** The account of development. */
export const account = { sid: sandbox_account_sid, authToken: sandbox_auth_token };

/** Starts one on free ports. */
export async function startTestSandbox(options: { ocspUpstream?: string } = {}) {
  const notes: string[] = [];
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    account,
    now: () => new Date(),
    randomHex: () => randomBytes(16).toString("hex"),
    note: (text) => notes.push(text),
    authorityStore: memoryStore(),
    ocspUpstream: options.ocspUpstream ?? null,
  });
  const messages = async (query = ""): Promise<Received[]> =>
    (await (await fetch(`${sandbox.url}/api/messages${query}`)).json()) as Received[];
  const spoil = (
    channel: FaultChannel,
    mode: FaultMode,
    more: { count?: number; delay_ms?: number; code?: number } = {},
  ) =>
    fetch(`${sandbox.url}/api/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel, mode, count: 1, ...more }),
    });
  return { ...sandbox, notes, messages, spoil };
}

/** Keeps an authority for as long as the test runs. */
export function memoryStore(): AuthorityStore {
  let kept: string | null = null;
  return {
    read: async () => kept,
    save: async (text) => {
      kept = text;
    },
  };
}

/** A message as the JSON shows it. */
export type Received = {
  id: string;
  channel: string;
  to: string;
  from: string;
  subject: string | null;
  text: string;
  html: string | null;
  at: string;
};

/** A request that our own listener took. */
export type Taken = {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly form: URLSearchParams;
};

/** Listens where callbacks go; `answer` gives the body (TwiML) by path. */
export async function startListener(answer: (taken: Taken) => string = () => "") {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        path: request.url ?? "",
        headers: request.headers,
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
      };
      taken.push(one);
      response.setHeader("content-type", "text/xml").end(answer(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, taken, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Waits until `found` gives something. @throws after 5 s */
export async function eventually<T>(found: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let i = 0; i < 250; i++) {
    const value = await found();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it did not happen within 5 s");
}
