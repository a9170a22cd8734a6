/** Writes one uploaded logo anew, in a process that can be ended at any time. An entry point, like main.ts. */
import type { LogoOutcome, LogoTask } from "../ports/logo-drawing.ts";
import { serveTasks } from "./serve-tasks.ts";

// Native code: loaded before anything foreign is read.
const program = await import("../adapters/workers/logo-image.ts").catch((fault: unknown) => String(fault));

serveTasks(async (task: LogoTask): Promise<LogoOutcome> => {
  if (typeof program === "string") return { ok: false, code: "NO_RENDERER", message: program };
  try {
    return { ok: true, bytes: await program.redrawLogo(task) };
  } catch (fault) {
    return { ok: false, code: "UNREADABLE", message: String(fault) };
  }
});
