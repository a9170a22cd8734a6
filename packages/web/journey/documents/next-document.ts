/** Which of several documents comes next. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { ownUnsaved } from "./own-entries.ts";
import { confirmationOf } from "./way-on.ts";

/** Whether something else is typed into a document than is stored. */
export const isTouched = (file: WorkflowFile): boolean => Object.keys(ownUnsaved(file)).length > 0;

const isConfirmed = (file: WorkflowFile): boolean => confirmationOf(file, isTouched(file)) === "confirmed";

/** The first document that waits for its confirmation; after `current` first, then from the top, and never that one. Null when none does. */
export function nextToConfirm(files: readonly WorkflowFile[], current: string | null = null): WorkflowFile | null {
  const at = files.findIndex(({ id }) => id === current);
  const inTurn = at === -1 ? files : [...files.slice(at + 1), ...files.slice(0, at)];
  return inTurn.find((file) => !isConfirmed(file)) ?? null;
}
