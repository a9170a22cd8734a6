/** Stores what a signer typed into their own fields, and which files they confirmed: all of it or nothing. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { checkMaySign, loadSigner } from "../workflows/workflows.ts";
import { checkValue, type Field, type FieldValue } from "./documents-rules.ts";
import { type Confirmation, readConfirmations, readFields, saveConfirmation, saveValues } from "./fields-store.ts";

/** Changes to the file a client calls so; `completed` confirms it, or takes the confirmation back. */
export type FileUpdate = {
  readonly id: string;
  readonly completed?: boolean | undefined;
  readonly xfdf_annotations?: ReadonlyArray<{ readonly annotation_id: string; readonly value: string }> | undefined;
};

/** Who changes what, as the session and the socket say. */
export type ValueUpdate = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly files: readonly FileUpdate[];
  readonly ip: string;
  readonly userAgent?: string | undefined;
};

/** Stored, or why nothing was. */
export type UpdatedValues =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ErrorCode; readonly message?: string };

/** What passed every check. */
type Change = {
  readonly fileId: FileId;
  readonly values: readonly FieldValue[];
  /** Those that a font has to draw as they are. */
  readonly written: readonly string[];
  readonly completed: boolean | undefined;
};

/** Refused once the signer has signed, is being signed for, or the workflow ended; a code sent before dies by itself (`stateHash`). */
export async function updateValues(
  deps: { readonly db: Db; readonly clock: Clock; readonly shaper: Pick<TextShapingPort, "missing"> },
  update: ValueUpdate,
): Promise<UpdatedValues> {
  if (update.files.some(({ xfdf_annotations = [] }) => xfdf_annotations.length > 0)) {
    // Whose fields these are and what they take is cheap to say and comes first: only then are characters looked at.
    const looked = await checkUpdate(deps.db, update, deps.clock.now());
    if (!looked.ok) return looked;
    const unknown = await unknownCharacters(looked.changes, deps.shaper);
    if (unknown !== null) return { ok: false, code: "FIELD_CHARACTERS_UNKNOWN", message: unknown };
  }
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const checked = await checkUpdate(db, update, at);
    if (!checked.ok) return checked;
    for (const change of checked.changes) await saveChange(db, { update, change, at });
    return { ok: true };
  });
}

/** Within a transaction locks first, then looks: an approval that is being recorded has finished by now, and the next one waits. */
async function checkUpdate(db: Db, update: ValueUpdate, at: Date): Promise<Checked> {
  const confirmations = await readConfirmations(db, update.workflowId, update.signerId);
  const context = await loadSigner(db, update.workflowId, update.signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const allowed = checkMaySign(context, at);
  if (!allowed.ok) return allowed;
  return checkFiles(update, confirmations, await readFields(db, update.signerId));
}

/** So many are looked up in the fonts in one turn of the loop. */
const charactersAtOnce = 1_000;

/** The characters that could only be drawn as empty boxes, or null; they are told to the signer as they are. Each is looked up once. */
async function unknownCharacters(
  changes: readonly Change[],
  shaper: Pick<TextShapingPort, "missing">,
): Promise<string | null> {
  const characters = new Set<string>();
  for (const value of changes.flatMap(({ written }) => written)) {
    for (const character of value.normalize("NFC")) characters.add(character);
    await nextTurn();
  }
  const all = [...characters];
  const missing: string[] = [];
  for (let at = 0; at < all.length && missing.length < 10; at += charactersAtOnce) {
    missing.push(...shaper.missing(all.slice(at, at + charactersAtOnce).join(" ")));
    await nextTurn();
  }
  return missing.length === 0 ? null : missing.slice(0, 10).join(" ");
}

type Checked = { readonly ok: true; readonly changes: readonly Change[] } | Exclude<UpdatedValues, { ok: true }>;

function checkFiles(update: ValueUpdate, confirmations: readonly Confirmation[], fields: readonly Field[]): Checked {
  const known = new Map<string, FileId>(confirmations.map(({ fileId }) => [fileId, fileId]));
  const changes: Change[] = [];
  for (const { id, completed, xfdf_annotations = [] } of update.files) {
    const fileId = known.get(id);
    if (fileId === undefined) return { ok: false, code: "WORKFLOW_FILES_NOT_FOUND" };
    const byName = new Map(fields.filter((field) => field.fileId === fileId).map((field) => [field.fullName, field]));
    const values: FieldValue[] = [];
    const written: string[] = [];
    if (new Set(xfdf_annotations.map(({ annotation_id }) => annotation_id)).size < xfdf_annotations.length)
      return { ok: false, code: "INVALID_REQUEST", message: "a field stands twice among the values" };
    for (const { annotation_id: name, value } of xfdf_annotations) {
      const field = byName.get(name);
      const checked = checkValue({ name, value, signerId: update.signerId }, field);
      if (!checked.ok) return checked;
      // What is chosen shows as its label, which intake has looked at, or as a tick.
      if (field?.options.some((option) => option.value === checked.value) !== true) written.push(checked.value);
      values.push({ fileId, name, value: checked.value });
    }
    changes.push({ fileId, values, written, completed });
  }
  return { ok: true, changes };
}

async function saveChange(
  db: Db,
  { update, change, at }: { update: ValueUpdate; change: Change; at: Date },
): Promise<void> {
  const { workflowId, signerId, ip, userAgent } = update;
  const { fileId, values, completed } = change;
  const actor: Actor = { kind: "signer", id: signerId, ip, userAgent };
  const event = { at, actor, workflowId, signerId, fileId };
  if (values.length > 0) {
    await saveValues(db, signerId, { values, at });
    // Names only: the values stand in the signed document, and the trail outlives them.
    await recordEvent(db, { ...event, type: "document.filled", details: { fields: values.map(({ name }) => name) } });
  }
  if (completed === undefined) return;
  await saveConfirmation(db, signerId, { fileId, confirmedAt: completed ? at : null });
  await recordEvent(db, { ...event, type: completed ? "document.confirmed" : "document.reopened", details: {} });
}
