/** The service's side of one process of the signing module: starts it, gives it its secrets, asks it once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ModuleUnavailable } from "../../ports/signing-module.ts";
import { permissionArguments } from "../workers/worker-permissions.ts";
import { type Frame, frameBytes, frameIn, lengthIn } from "./module-frames.ts";
import { answerIn, type ModuleSecrets, secretsFrame } from "./module-language.ts";

/** A process that is ready. `ask` takes one act, and answers as `answerIn`; then the process ends by itself. */
export type ModuleProcess = {
  readonly pid: number;
  readonly ask: (act: Frame) => Promise<readonly Uint8Array[] | null>;
  readonly isAlive: () => boolean;
  readonly end: () => void;
};

const start_ms = 10_000;
/** An argon2id takes half a second; a machine that gives it a twentieth of that does not sign. */
const act_ms = 30_000;

/** `environment` is what a token's library reads; `actMs` is how long an act may take. */
type HowModulesRun = { readonly environment?: Readonly<Record<string, string>>; readonly actMs?: number };

/** Starts processes of `entry`, each with the secrets. `start` throws ModuleUnavailable and PinRefused; `close` waits until all have ended, and ends none. */
export function moduleProcesses(
  entry: URL,
  secrets: ModuleSecrets,
  { environment = {}, actMs = act_ms }: HowModulesRun = {},
): { readonly start: () => Promise<ModuleProcess>; readonly close: () => Promise<void> } {
  // Reading our code takes longer than an argon2id: the first one keeps it compiled for the next ones, where nobody else can write.
  let compiled: string | null = null;
  const alive = new Map<ChildProcess, Promise<unknown>>();
  return {
    start: async () => {
      compiled ??= mkdtempSync(join(tmpdir(), "siegel-module-"));
      const child = spawnProcess({ entry, environment, compiled });
      const gone = once(child, "exit")
        .catch(() => undefined)
        .finally(() => alive.delete(child));
      alive.set(child, gone);
      return await makeReady(child, secrets, actMs);
    },
    close: async () => {
      // Each writes there once more when it ends.
      for (const child of alive.keys()) child.ref();
      await Promise.all(alive.values());
      if (compiled !== null) rmSync(compiled, { recursive: true, force: true });
      compiled = null;
    },
  };
}

type Start = {
  readonly entry: URL;
  readonly environment: Readonly<Record<string, string>>;
  readonly compiled: string;
};

function spawnProcess(how: Start): Piped {
  const child = spawn(process.execPath, [...nodeArguments(how), fileURLToPath(how.entry)], {
    env: { ...how.environment, NODE_COMPILE_CACHE: how.compiled },
    // What a library of a token may print is not read: nobody knows what is in it.
    stdio: ["pipe", "pipe", "ignore"],
  });
  // A process that is gone takes nothing: `askOnce` hears of it by its end.
  child.stdin.on("error", () => {});
  child.on("error", () => {});
  rest(child);
  return child;
}

async function makeReady(child: Piped, secrets: ModuleSecrets, actMs: number): Promise<ModuleProcess> {
  try {
    await askOnce(child, secretsFrame(secrets), start_ms);
  } catch (fault) {
    child.kill("SIGKILL");
    throw fault;
  }
  return {
    pid: child.pid ?? 0,
    ask: async (act) => {
      try {
        return await askOnce(child, act, actMs);
      } finally {
        child.stdin.end();
      }
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    end: () => void child.kill("SIGKILL"),
  };
}

function nodeArguments({ compiled }: Start): string[] {
  // argon2id, and what speaks to a token, are native code. The process gives these rights up before it is asked for anything.
  const files = { read: [`${compiled}/`], write: [`${compiled}/`] };
  const rights = permissionArguments({ ...files, isNative: true }).filter((right) => right !== "--allow-worker");
  return [
    // It lives for one act: threads that help V8 cost more to start than they help.
    "--v8-pool-size=0",
    "--single-threaded-gc",
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
    ...rights,
  ];
}

type Piped = ChildProcess & {
  readonly stdin: NonNullable<ChildProcess["stdin"]>;
  readonly stdout: NonNullable<ChildProcess["stdout"]>;
};

/** One that waits keeps nobody from ending. */
function rest(child: Piped): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as { unref?: () => void }).unref?.();
}

async function askOnce(child: Piped, frame: Frame, patienceMs: number): Promise<readonly Uint8Array[] | null> {
  const bytes = frameBytes(frame);
  const answered = nextFrame(child, patienceMs);
  child.stdin.write(bytes, () => void bytes.fill(0));
  return answerIn(await answered);
}

function nextFrame(child: Piped, patienceMs: number): Promise<Frame> {
  return new Promise((resolve, reject) => {
    let heard: Buffer = Buffer.alloc(0);
    const settle = (end: () => void): void => {
      clearTimeout(patience);
      child.stdout.off("data", hear);
      child.off("close", gone).off("error", gone);
      rest(child);
      end();
    };
    const lose = (why: string, cause?: unknown): void =>
      settle(() => {
        child.kill("SIGKILL");
        reject(new ModuleUnavailable(`the signing module's process ${why}`, { cause }));
      });
    const hear = (chunk: Buffer): void => {
      heard = Buffer.concat([heard, chunk]);
      const length = lengthIn(heard);
      if (length !== null && heard.length >= 4 + length) settle(() => resolve(frameIn(heard.subarray(4, 4 + length))));
    };
    const gone = (how: unknown): void => lose(how instanceof Error ? "did not start" : "ended before it answered", how);
    const patience = setTimeout(() => lose(`did not answer within ${patienceMs} ms`), patienceMs);
    child.ref();
    child.stdout.on("data", hear);
    // Not "exit": its answer may come after that.
    child.on("close", gone).on("error", gone);
    if (child.exitCode !== null || child.signalCode !== null) lose("has ended");
  });
}
