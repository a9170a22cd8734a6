/** The sandbox as the server meets it: a process of its own, spoken to over its ports only. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultChannel, FaultMode } from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll } from "vitest";

/** A received message as its JSON shows it. */
export type SandboxMessage = {
  readonly to: string;
  readonly from: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly reference: string;
  readonly attachments: ReadonlyArray<{ filename: string; content_type: string; size: number }>;
};

/** A running sandbox. */
export type RunningSandbox = {
  readonly url: string;
  readonly smtpUrl: string;
  readonly messages: (query?: string) => Promise<SandboxMessage[]>;
  readonly spoil: (
    channel: FaultChannel,
    mode: FaultMode,
    more?: { count?: number; delay_ms?: number; code?: number },
  ) => Promise<void>;
};

/** Runs one for the tests of a file; `current()` answers it inside tests. */
export function useSandbox(): { readonly current: () => RunningSandbox } {
  let running: (RunningSandbox & { stop: () => Promise<void> }) | null = null;
  beforeAll(async () => {
    running = await startSandboxProcess();
  });
  afterAll(() => running?.stop());
  return {
    current: () => {
      if (running === null) throw new Error("the sandbox runs inside tests only");
      return running;
    },
  };
}

async function startSandboxProcess() {
  const main = join(import.meta.dirname, "../../sandbox/main.ts");
  const folder = mkdtempSync(join(tmpdir(), "siegel-sandbox-"));
  const env = { ...process.env, SIEGEL_SANDBOX_PORT: "0", SIEGEL_SANDBOX_SMTP_PORT: "0", SIEGEL_DATA_DIR: folder };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const printed = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (/smtp:\/\/\S+\n/.test(text)) resolve(text);
    });
    child.once("exit", () => reject(new Error(`the sandbox ended: ${text}`)));
  });
  const url = /http:\/\/\S+/.exec(printed)?.[0] ?? "";
  const smtpUrl = /smtp:\/\/\S+/.exec(printed)?.[0] ?? "";
  const messages = async (query = ""): Promise<SandboxMessage[]> =>
    (await (await fetch(`${url}/api/messages${query}`)).json()) as SandboxMessage[];
  const spoil: RunningSandbox["spoil"] = async (channel, mode, more = {}) => {
    const body = JSON.stringify({ channel, mode, count: 1, ...more });
    const answer = await fetch(`${url}/api/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, smtpUrl, messages, spoil, stop };
}
