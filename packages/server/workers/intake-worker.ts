/** Reads and prepares one foreign file after the other, in a process that can be ended at any time. An entry point, like main.ts. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { fileSource } from "../adapters/store/file-source.ts";
import type { TextShapingPort } from "../ports/text-shaping.ts";
import type { ChangedFile, IntakeFileTask } from "../rooms/documents/intake-documents.ts";
import {
  asksFonts,
  type PreparedDocument,
  prepareDocument,
  type RefusedDocument,
  sha256Of,
  withDrawableValues,
} from "../rooms/intake/intake.ts";
import { serveTasks } from "./serve-tasks.ts";

serveTasks(async (task: IntakeFileTask) => {
  const prepared = await prepare(task);
  if (!prepared.ok || !asksFonts(prepared, task.signers)) return prepared;
  return withDrawableValues(prepared, task.signers, await fonts());
});

// A third of a second and 50 MB that hardly any file needs.
let opened: Promise<TextShapingPort> | undefined;

function fonts(): Promise<TextShapingPort> {
  opened ??= import("../adapters/fonts/text-shaping.ts").then(({ openTextShaping }) => openTextShaping());
  return opened;
}

async function prepare(task: IntakeFileTask): Promise<PreparedDocument | RefusedDocument | ChangedFile> {
  const files: number[] = [];
  const read = (path: string): ByteSource => {
    const file = openSync(path, "r");
    files.push(file);
    return fileSource(file, "the file");
  };
  try {
    const source = read(task.path);
    if (sha256Of(source) !== task.sha256) return { ok: false, code: "BLOB_CHANGED" };
    const rewrite = (parts: Iterable<Uint8Array>): ByteSource => {
      writeParts(task.rewrittenPath, parts);
      return read(task.rewrittenPath);
    };
    return await prepareDocument(source, task, { rewrite, fonts });
  } finally {
    for (const file of files) closeSync(file);
  }
}

function writeParts(path: string, parts: Iterable<Uint8Array>): void {
  const file = openSync(path, "wx", 0o600);
  try {
    for (const part of parts) for (let done = 0; done < part.length; ) done += writeSync(file, part, done);
  } finally {
    closeSync(file);
  }
}
