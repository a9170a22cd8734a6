/** The sandbox beside a development server: a process of its own, found again when the server died without stopping it. */
import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./database/live-pid.ts";
import { whyNotListening } from "./listening-port.ts";

const main = join(import.meta.dirname, "../../sandbox/main.ts");
const patienceMs = 15_000;

/** The sandbox did not start; the message says which port to choose anew, or what it printed last. */
export class SandboxUnavailable extends Error {
  override readonly name = "SandboxUnavailable";
}

/** The sandbox plays the outside world: it learns what it needs to do so, and none of the house's keys or addresses. */
function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const wanted =
    /^(PATH|HOME|TZ|LANG|PORT|NODE_OPTIONS|NODE_COMPILE_CACHE|SIEGEL_DATA_DIR|SIEGEL_TWILIO_.*|SIEGEL_SANDBOX_.*)$/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => wanted.test(name)));
}

/** Starts the sandbox on its ports, or adopts the one of an earlier run in this folder. */
export async function startSandboxProcess(where: {
  port: number;
  smtpPort: number;
  eidPort: number;
  url: string;
  /** Origin of the service, whose TLS certificate eID clients are told. */
  relyingParty: string;
  dataDir: string;
  /** What the process inherits; its own ports are set on top. */
  environment: NodeJS.ProcessEnv;
}): Promise<{ readonly stop: () => Promise<void> }> {
  const pidFile = join(where.dataDir, "sandbox.pid");
  const earlier = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : null;
  if (earlier !== null && isAlive(earlier) && (await answers(where.port)))
    return { stop: () => stop(earlier, pidFile) };
  const asked = [
    { port: where.port, host: "127.0.0.1", variable: "SIEGEL_SANDBOX_PORT" },
    { port: where.smtpPort, host: "127.0.0.1", variable: "SIEGEL_SANDBOX_SMTP_PORT" },
    { port: where.eidPort, host: "127.0.0.1", variable: "SIEGEL_SANDBOX_EID_PORT" },
  ];
  const faults = (await Promise.all(asked.map(whyNotListening))).filter((fault) => fault !== null);
  if (faults.length > 0) throw new SandboxUnavailable(faults.join("\n"));
  const log = join(where.dataDir, "sandbox.log");
  const output = openSync(log, "a", 0o600);
  const environment = {
    ...inherited(where.environment),
    SIEGEL_SANDBOX_PORT: String(where.port),
    SIEGEL_SANDBOX_SMTP_PORT: String(where.smtpPort),
    SIEGEL_SANDBOX_EID_PORT: String(where.eidPort),
    SIEGEL_SANDBOX_EID_RELYING_PARTY: where.relyingParty,
  };
  // Detached: Ctrl-C reaches the server first, which lets its last mails out before it stops the sandbox.
  const child = spawn(process.execPath, [main], {
    env: environment,
    detached: true,
    stdio: ["ignore", output, output],
  });
  child.unref();
  const pid = child.pid;
  if (pid === undefined) throw new SandboxUnavailable("the sandbox could not be started");
  writeFileSync(pidFile, String(pid));
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 50) {
    if (child.exitCode !== null) break;
    if (await answers(where.port)) return { stop: () => stop(pid, pidFile) };
    await sleep(50);
  }
  rmSync(pidFile, { force: true });
  if (isAlive(pid)) process.kill(pid, "SIGTERM");
  const last = readFileSync(log, "utf8").trimEnd().split("\n").slice(-5).join("\n");
  throw new SandboxUnavailable(
    `The sandbox did not start on port ${where.port}. What it said last, of ${log}:\n${last}`,
  );
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(1_000) });
    return response.ok;
  } catch (fault) {
    if (fault instanceof Error) return false;
    throw fault;
  }
}

async function stop(pid: number, pidFile: string): Promise<void> {
  if (isAlive(pid)) process.kill(pid, "SIGTERM");
  for (let waitedMs = 0; waitedMs < 5_000 && isAlive(pid); waitedMs += 50) await sleep(50);
  rmSync(pidFile, { force: true });
}
