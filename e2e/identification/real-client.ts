/**
 * The eID client that people have (AusweisApp2, Debian's `ausweisapp2`) without a screen, with the card that it can simulate. One runs on a
 * machine at a time, because its port is fixed (BSI TR-03124-1 §2.2). Its own socket (SDK) plays the person.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eid_client_url } from "@siegel/contract/identification.ts";

/** Whether it is on this machine; it prints no version without a screen, so its file is looked for. */
export const hasRealClient = existsSync("/usr/bin/AusweisApp2") && existsSync("/usr/bin/chrt");

/** What the person does: reads the card, or goes back when they see who asks. */
export type Manner = "accept" | "cancel";

/** A running client. */
export type RealClient = {
  /** Plays the person until `close`, for runs that a browser begins. `seen`: what it showed and said, oldest first. */
  readonly attend: (
    manner: Manner,
  ) => Promise<{ readonly seen: readonly SdkMessage[]; readonly close: () => Promise<void> }>;
  /** Asks it as a browser does; answers the last status and where it leads. */
  readonly visit: (link: string) => Promise<{ readonly status: number; readonly location: string | null }>;
  readonly stop: () => Promise<void>;
};

/** One message of its socket. */
export type SdkMessage = { readonly msg: string } & Readonly<Record<string, unknown>>;

const starts_ms = 30_000;
const run_ms = 30_000;
/** Its status answers before its socket does. */
const socket_later_ms = 1_200;

/** Starts it with a folder of its own as home. @throws where it does not answer */
export async function startRealClient(): Promise<RealClient> {
  const home = mkdtempSync(join(tmpdir(), "siegel-eid-client-"));
  const settings = join(home, ".config", "Unknown Organization");
  mkdirSync(settings, { recursive: true });
  mkdirSync(join(home, "run"), { mode: 0o700 });
  // Certificates of a sandbox lead to no root that it knows.
  writeFileSync(join(settings, "AusweisApp2.conf"), "[preverification]\nenabled=false\n");
  const child = spawn(
    "taskset",
    // On one processor its own simulator is less often faster than itself.
    ["-c", "0", "AusweisApp2", "--ui", "webservice", "--ui", "websocket", "--no-proxy", "--no-logfile"],
    {
      env: {
        ...{ PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: join(home, "run"), QT_QPA_PLATFORM: "offscreen" },
        LC_ALL: "C.UTF-8",
      },
      stdio: "ignore",
    },
  );
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  if (!(await answers(child))) {
    await stop();
    throw new Error("the eID client does not answer");
  }
  // What it does beside that goes first: else it looks for a card that is not put in yet, and gives up.
  spawnSync("chrt", ["-i", "-p", "0", String(child.pid)]);
  await sleep(socket_later_ms);
  return { attend, visit, stop };
}

async function answers(child: ChildProcess): Promise<boolean> {
  for (const until = performance.now() + starts_ms; performance.now() < until && child.exitCode === null; ) {
    const answer = await fetch(`${eid_client_url}?Status=json`).catch(() => null);
    if (answer?.ok === true) return true;
    await sleep(100);
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await Promise.race([gone, sleep(5_000, undefined, { ref: false }).then(() => child.kill("SIGKILL"))]);
}

async function attend(manner: Manner): ReturnType<RealClient["attend"]> {
  const socket = new WebSocket(eid_client_url.replace("http:", "ws:").replace("eID-Client", "eID-Kernel"));
  const seen: SdkMessage[] = [];
  const answerOf: Readonly<Record<string, object>> = {
    ACCESS_RIGHTS: { cmd: manner === "cancel" ? "CANCEL" : "ACCEPT" },
    INSERT_CARD: { cmd: "SET_CARD", name: "Simulator" },
    ENTER_PIN: { cmd: "SET_PIN" },
  };
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as SdkMessage;
    seen.push(message);
    const answer = answerOf[message.msg];
    if (answer !== undefined) socket.send(JSON.stringify(answer));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("the eID client's socket is closed")), { once: true });
  });
  const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve(), { once: true }));
  return {
    seen,
    // It takes one at a time, and none before it knows that the last has gone.
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

/** Over a bare socket: it says 102 first, and Node's own client then waits for ever for what follows. */
function visit(link: string): ReturnType<RealClient["visit"]> {
  const { hostname, port, pathname, search } = new URL(link);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding("utf8").setTimeout(run_ms, () => socket.destroy(new Error("the eID client says nothing")));
    socket.on("data", (part: string) => {
      text += part;
      const status = Number([...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].at(-1)?.[1] ?? 0);
      const isWhole = status >= 200 && /\r\n\r\n/.test(text.slice(text.lastIndexOf("HTTP/1.")));
      if (!isWhole) return;
      resolve({ status, location: /^Location: (.*)\r$/im.exec(text)?.[1] ?? null });
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the eID client hung up")));
  });
}
