/** A sandbox for one test file, with its inbox and its callbacks. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { sandbox_account_sid, sandbox_auth_token } from "@siegel/contract/sandbox.ts";
import { inboxAt } from "../../../fixtures/inbox.ts";
import type { AuthorityStore } from "../development-authority.ts";
import { startSandbox } from "../sandbox.ts";

/** The account of development. */
export const account = { sid: sandbox_account_sid, authToken: sandbox_auth_token };

/** Starts one on free ports. */
export async function startTestSandbox(options: { ocspUpstream?: string; eidRelyingParty?: string } = {}) {
  const notes: string[] = [];
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    eidPort: 0,
    eidRelyingParty: options.eidRelyingParty ?? "http://localhost:3000",
    account,
    now: () => new Date(),
    randomHex: () => randomBytes(16).toString("hex"),
    note: (text) => notes.push(text),
    authorityStore: memoryStore(),
    ocspUpstream: options.ocspUpstream ?? null,
  });
  return { ...sandbox, ...inboxAt(sandbox.url), notes };
}

/** Stores an authority in memory. */
export function memoryStore(): AuthorityStore {
  let kept: string | null = null;
  return {
    read: async () => kept,
    save: async (text) => {
      kept = text;
    },
  };
}

/** A request that our listener received. */
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
