/** A worker that behaves as its task says; tests of the pool play with it. */
import { serveTasks } from "../workers/serve-tasks.ts";

/** What it may play. */
export type Play =
  | { readonly play: "answer"; readonly value: unknown }
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
        | "large";
    };

serveTasks(perform);

function perform(task: Play): unknown {
  if (task.play === "answer") return task.value;
  if (task.play === "pid") return process.pid;
  if (task.play === "environment") return Object.keys(process.env);
  if (task.play === "throw") throw new TypeError("played");
  if (task.play === "large") return Buffer.alloc(100 * 1_048_576, 1).length;
  if (task.play === "exit") process.exit(3);
  if (task.play === "kill") process.kill(process.pid, "SIGKILL");
  if (task.play === "small objects") for (const all: object[] = []; ; ) all.push({ all });
  if (task.play === "one growing map") for (const map = new Map<number, number>(); ; ) map.set(map.size, map.size);
  if (task.play === "one long array") return new Array(120_000_000).fill({}).length;
  while (task.play === "loop" || task.play === "kill");
  return null;
}
