/** Which of several documents comes next. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { hasUnseenImage, hasUnseenValues } from "../../frame/shown-files.ts";
import { ownUnsaved } from "./own-entries.ts";
import { type Confirmation, confirmationOf } from "./way-on.ts";

/** Whether something else is typed into a document than is stored. */
export const isTouched = (file: WorkflowFile): boolean => Object.keys(ownUnsaved(file)).length > 0;

/** How the confirmation of a listed document stands: one that holds what this tab has not shown must be looked at again. */
export function standingOf(file: WorkflowFile): Confirmation {
  const confirmation = confirmationOf(file, isTouched(file));
  return confirmation === "confirmed" && (hasUnseenValues(file) || hasUnseenImage(file)) ? "unseen" : confirmation;
}

/** The first document that waits to be confirmed or looked at; after `current` first, then from the top, and never that one. Null when none does. */
export function nextToConfirm(files: readonly WorkflowFile[], current: string | null = null): WorkflowFile | null {
  const at = files.findIndex(({ id }) => id === current);
  const inTurn = at === -1 ? files : [...files.slice(at + 1), ...files.slice(0, at)];
  return inTurn.find((file) => standingOf(file) !== "confirmed") ?? null;
}
