/**
 * What was typed and is not on the server yet, by file: a page that is left and opened again meets it, also after a reload or a new
 * login of this tab (session.ts keeps it).
 */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { readUnsaved, saveUnsaved } from "../../session.ts";
import type { UnsavedEntry } from "./unsaved-entry.ts";

/** Entries by full field name. */
export type UnsavedEntries = Readonly<Record<string, UnsavedEntry>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function readEntries(file: unknown): UnsavedEntries {
  const entries: Record<string, UnsavedEntry> = {};
  for (const [id, entry] of Object.entries(isRecord(file) ? file : {})) {
    if (!isRecord(entry) || typeof entry.value !== "string" || typeof entry.before !== "string") continue;
    const sent = Array.isArray(entry.sent) ? entry.sent.filter((value) => typeof value === "string") : [];
    entries[id] = { ...(entry as UnsavedEntry), sent };
  }
  return entries;
}

/** The entries of a file that the server does not have yet. */
export function entriesOf(fileId: string): UnsavedEntries {
  return readEntries(readUnsaved()[fileId]?.entries);
}

/** Changes entries of a file, each by its full field name; null takes one away. */
export function changeEntries(
  fileId: string,
  ids: readonly string[],
  change: (known: UnsavedEntry | undefined, id: string) => UnsavedEntry | null | undefined,
): void {
  const entries = { ...entriesOf(fileId) };
  for (const id of ids) {
    const entry = change(entries[id], id);
    if (entry === null || entry === undefined) delete entries[id];
    else entries[id] = entry;
  }
  saveUnsaved(fileId, Object.keys(entries).length === 0 ? null : entries);
}

/** Of a file's fields what the server does not have yet, by full field name; of fields that are not this signer's, nothing. */
export function unsavedOf({ id, fields }: Pick<WorkflowFile, "id" | "fields">): UnsavedEntries {
  const own = new Set(fields.map((field) => field.annotation_id));
  return Object.fromEntries(Object.entries(entriesOf(id)).filter(([name]) => own.has(name)));
}
