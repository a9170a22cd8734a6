/** A worker with a document that behaves as its task says; tests of document workers play with it. */
import { readFileSync, writeFileSync } from "node:fs";
import type { LentDocument } from "../adapters/workers/document-workers.ts";
import { serveTasks } from "../workers/serve-tasks.ts";

/** What it may play. */
export type DocumentPlay =
  | { readonly play: "pid" | "own document" | "loop" | "buffers" | "native code" | "write" }
  | { readonly play: "read"; readonly path: string };

serveTasks(({ path, task }: LentDocument & { readonly task: DocumentPlay }): unknown => {
  switch (task.play) {
    case "pid":
      return process.pid;
    case "own document":
      return readFileSync(path, "utf8");
    case "read":
      return readFileSync(task.path, "utf8");
    case "write":
      return writeFileSync(path, "changed");
    case "native code":
      return process.dlopen({ exports: {} }, "/lib/none.node");
    case "buffers":
      // In no heap of V8's.
      for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(8 * 1_048_576, 1));
    case "loop":
      for (;;);
  }
});
