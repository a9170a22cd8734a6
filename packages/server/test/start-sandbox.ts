/** The sandbox as the server meets it: a process of its own, spoken to over its ports only. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Inbox, inboxAt } from "../../../fixtures/inbox.ts";

/** A running sandbox. */
export type RunningSandbox = Inbox & { readonly url: string; readonly smtpUrl: string };

/** Runs one for the tests of a file; `current()` answers it inside tests. */
export function useSandbox(): { readonly current: () => RunningSandbox } {
  let running: Awaited<ReturnType<typeof startSandboxProcess>> | null = null;
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

/** Runs one until it is stopped. */
export async function startSandboxProcess(): Promise<
  RunningSandbox & { readonly pid: number; readonly stop: () => Promise<void> }
> {
  const main = join(import.meta.dirname, "../../sandbox/main.ts");
  const folder = mkdtempSync(join(tmpdir(), "siegel-sandbox-"));
  const ports = { SIEGEL_SANDBOX_PORT: "0", SIEGEL_SANDBOX_SMTP_PORT: "0", SIEGEL_SANDBOX_EID_PORT: "0" };
  const env = { ...process.env, ...ports, SIEGEL_DATA_DIR: folder };
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
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...inboxAt(url), url, smtpUrl, pid: child.pid ?? 0, stop };
}
