/**
 * What was typed in a document and is not on the server yet. Where it is kept, whoever shows the document says; a page that is left and
 * opened again meets it there.
 */
import type { UnsavedEntry } from "./unsaved-entry.ts";

/** Entries by full field name. */
export type UnsavedEntries = Readonly<Record<string, UnsavedEntry>>;

/** The place of one document's entries: what it reads may come from anywhere; null where none is left. */
export type EntriesPlace = {
  readonly read: () => unknown;
  readonly write: (entries: UnsavedEntries | null) => void;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The entries that the server does not have yet. */
export function entriesOf(place: EntriesPlace): UnsavedEntries {
  const file = place.read();
  const entries: Record<string, UnsavedEntry> = {};
  for (const [id, entry] of Object.entries(isRecord(file) ? file : {})) {
    if (!isRecord(entry) || typeof entry.value !== "string" || typeof entry.before !== "string") continue;
    const sent = Array.isArray(entry.sent) ? entry.sent.filter((value) => typeof value === "string") : [];
    entries[id] = { ...(entry as UnsavedEntry), sent };
  }
  return entries;
}

/** Changes entries, each by its full field name; null takes one away. */
export function changeEntries(
  place: EntriesPlace,
  ids: readonly string[],
  change: (known: UnsavedEntry | undefined, id: string) => UnsavedEntry | null | undefined,
): void {
  const entries = { ...entriesOf(place) };
  for (const id of ids) {
    const entry = change(entries[id], id);
    if (entry === null || entry === undefined) delete entries[id];
    else entries[id] = entry;
  }
  place.write(Object.keys(entries).length === 0 ? null : entries);
}

/** Of these fields what the server does not have yet, by full field name. */
export function unsavedOf(place: EntriesPlace, fields: readonly { readonly annotation_id: string }[]): UnsavedEntries {
  const own = new Set(fields.map((field) => field.annotation_id));
  return Object.fromEntries(Object.entries(entriesOf(place)).filter(([name]) => own.has(name)));
}
