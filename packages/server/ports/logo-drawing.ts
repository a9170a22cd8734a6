/**
 * Reads an uploaded logo and writes its pixels anew, with nothing else of the file. Foreign bytes and native code: the work has limits and
 * a process of its own (bounded-work.ts).
 */
import type { BoundedWork } from "./bounded-work.ts";

/** A file that begins like one of `kind`. The logo is made smaller until its new file has at most `bytesMax` bytes. */
export type LogoTask = { readonly kind: "png" | "jpeg"; readonly bytes: Uint8Array; readonly bytesMax: number };

/** The new file, of the same kind. `NO_RENDERER`: the drawing program is not installed; `message` is for the log. */
export type LogoOutcome =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: "NO_RENDERER" | "UNREADABLE"; readonly message: string };

/** Does one logo after the other. */
export type LogoDrawing = BoundedWork<LogoTask, LogoOutcome>;
