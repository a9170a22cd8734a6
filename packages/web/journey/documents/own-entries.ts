/** Where the entries of this signer wait until the server has them: in their tab, also after a reload or a new login (session.ts). */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { readUnsaved, saveUnsaved } from "../../session.ts";
import { type EntriesPlace, type UnsavedEntries, unsavedOf } from "../../viewer/saving/unsaved-values.ts";

/** The place of a file's entries. */
export function placeOfEntries(fileId: string): EntriesPlace {
  return {
    read: () => readUnsaved()[fileId]?.entries,
    write: (entries) => saveUnsaved(fileId, entries),
  };
}

/** Of a file's fields what the server does not have yet; of fields that are not this signer's, nothing. */
export function ownUnsaved({ id, fields }: Pick<WorkflowFile, "id" | "fields">): UnsavedEntries {
  return unsavedOf(placeOfEntries(id), fields);
}
