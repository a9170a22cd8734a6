/** A worker that behaves as its task says; tests of the pool play with it. */
import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import dns from "node:dns";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { connect, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { serveTasks } from "../workers/serve-tasks.ts";

/** What it may play. */
export type Play =
  | { readonly play: "answer"; readonly value: unknown }
  | { readonly play: "wait"; readonly ms: number }
  | { readonly play: "read" | "write"; readonly path: string }
  | {
      readonly play:
        | "loop"
        | "small objects"
        | "one growing map"
        | "one long array"
        | "throw"
        | "exit"
        | "kill"
        | "pid"
        | "environment"
        | "thread"
        | "program"
        | "native code"
        | "connection"
        | "server"
        | "datagram"
        | "name"
        | "large";
    };

/** What no worker may; each would leave something behind that others could see. */
const forbidden = {
  thread: () => new Worker("", { eval: true }).threadId,
  program: () => spawnSync("true").error,
  "native code": () => process.dlopen({ exports: {} }, "/lib/none.node"),
  connection: () => connect(9, "127.0.0.1").destroy().destroyed,
  server: () => createServer().listen(0, "127.0.0.1").unref().listening,
  datagram: () => createSocket("udp4").send("x", 9, "127.0.0.1"),
  name: () => dns.lookup("localhost", () => {}),
} as const;

serveTasks(perform);

function perform(task: Play): unknown {
  if (task.play === "answer") return task.value;
  // Without a turn at the processor, as on a machine that has much else to do.
  if (task.play === "wait") return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, task.ms);
  if (task.play === "pid") return process.pid;
  if (task.play === "environment") return Object.keys(process.env);
  if (task.play === "throw") throw new TypeError("played");
  if (task.play === "large") return Buffer.alloc(100 * 1_048_576, 1).length;
  if (task.play === "read") return readFileSync(task.path).length;
  if (task.play === "write") return writeFileSync(task.path, "written");
  if (task.play in forbidden) return forbidden[task.play as keyof typeof forbidden]();
  if (task.play === "exit") {
    writeSync(2, "played the end");
    process.exit(3);
  }
  if (task.play === "kill") process.kill(process.pid, "SIGKILL");
  if (task.play === "small objects") for (const all: object[] = []; ; ) all.push({ all });
  if (task.play === "one growing map") for (const map = new Map<number, number>(); ; ) map.set(map.size, map.size);
  if (task.play === "one long array") return new Array(120_000_000).fill({}).length;
  while (task.play === "loop" || task.play === "kill");
  return null;
}
