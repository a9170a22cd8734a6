/** Stores what a signer typed into their own fields, and which files they confirmed: all of it or nothing. */

import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransactionAbout } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import type { Field } from "../intake/intake.ts";
import { checkOwnPartChangeable } from "./check-own-part.ts";
import { checkValue, type FieldValue, valuesInEffect } from "./documents-rules.ts";
import { type Confirmation, readFields, readValues, saveConfirmation, saveValues } from "./fields-store.ts";
import { keyOf, type MeasureDeps, measuredValues, type Written } from "./measure-values.ts";

/**
 * Changes to the file a client calls so; `completed` confirms it, or takes the confirmation back, as another value without it does.
 * A signer who confirms names every value that was filled in: another page or device may have stored it, and signers confirm only what
 * they were shown.
 */
export type FileUpdate = {
  readonly id: string;
  readonly completed?: boolean | undefined;
  readonly xfdf_annotations?: readonly Entry[] | undefined;
};

/** `before`: what the page held when it was typed; if something else is stored by now, the signer has not seen the value that would be lost. */
type Entry = { readonly annotation_id: string; readonly value: string; readonly before?: string | undefined };

/** Who changes what, as the session and the socket say; `left` is aborted when the client does not wait for the answer any more. */
export type ValueUpdate = {
  readonly left?: AbortSignal;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly files: readonly FileUpdate[];
  readonly ip: string;
  readonly userAgent?: string | undefined;
};

/** Stored, or why nothing was; `fields` are the full names of those it is about. */
export type UpdatedValues =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message?: string;
      readonly fields?: readonly string[];
      readonly retryAfterS?: number;
    };

/** What passed every check. */
type Change = {
  readonly fileId: FileId;
  readonly values: readonly FieldValue[];
  /** Those that a font has to draw as they are, in the room that their fields have. */
  readonly written: readonly Written[];
  /** undefined: as it was. */
  readonly completed: boolean | undefined;
  /** Whether the confirmation goes because another value stands there than was confirmed. */
  readonly withdrawn: boolean;
};

/** Refused once the signer has signed, is being signed for, or the workflow ended; a code sent before dies by itself (`stateHash`). */
export async function updateValues(
  deps: MeasureDeps & { readonly db: Db; readonly clock: Clock },
  update: ValueUpdate,
): Promise<UpdatedValues> {
  let small: ReadonlySet<string> = new Set();
  if (update.files.some(({ xfdf_annotations = [] }) => xfdf_annotations.length > 0)) {
    // The cheap checks come first: whose fields these are and which values they take. Characters are checked after that.
    const looked = await checkUpdate(deps.db, update, deps.clock.now());
    if (!looked.ok) return looked;
    const written = looked.changes.flatMap((change) => change.written);
    const names = [update.workflowId, update.signerId];
    const result = await measuredValues(deps, written, { names, left: update.left });
    if (!result.ok) return result;
    const { unknown, withoutRoom, small: setSmall } = result.measured;
    if (unknown !== null)
      return { ok: false, code: "FIELD_CHARACTERS_UNKNOWN", message: unknown.characters, fields: unknown.fields };
    if (withoutRoom.length > 0)
      return { ok: false, code: "FIELD_VALUE_DOES_NOT_FIT", message: noRoomMessage, fields: withoutRoom };
    small = new Set(setSmall);
  }
  return await inTransactionAbout(deps.db, update.workflowId, async (db) => {
    const at = deps.clock.now();
    const checked = await checkUpdate(db, update, at);
    if (!checked.ok) return checked;
    for (const change of checked.changes) await saveChange(db, { update, change, small, at });
    return { ok: true };
  });
}

async function checkUpdate(db: Db, update: ValueUpdate, at: Date): Promise<Checked> {
  const changeable = await checkOwnPartChangeable(db, update, at);
  if (!changeable.ok) return changeable;
  const fields = await readFields(db, update.signerId);
  const inEffect = valuesInEffect(fields, await readValues(db, update.signerId));
  return checkFiles(update, { confirmations: changeable.confirmations, fields, inEffect });
}

const noRoomMessage = "longer than its field has room for, even in the smallest letters";

type Refused = Exclude<UpdatedValues, { ok: true }>;
type Checked = { readonly ok: true; readonly changes: readonly Change[] } | Refused;

/** What there is to compare an update with. */
type Held = {
  readonly confirmations: readonly Confirmation[];
  readonly fields: readonly Field[];
  readonly inEffect: readonly FieldValue[];
};

function checkFiles(update: ValueUpdate, held: Held): Checked {
  const known = new Map<string, Confirmation>(held.confirmations.map((each) => [each.fileId, each]));
  // The confirmation by one of two entries and another value by the other would each pass for themselves.
  if (new Set(update.files.map(({ id }) => id)).size < update.files.length)
    return { ok: false, code: "INVALID_REQUEST", message: "a file stands twice in the call" };
  const changes: Change[] = [];
  for (const file of update.files) {
    const confirmation = known.get(file.id);
    if (confirmation === undefined) return { ok: false, code: "WORKFLOW_FILES_NOT_FOUND" };
    const { fileId, confirmedAt } = confirmation;
    const checked = checkEntries(file, { fileId, signerId: update.signerId, held });
    if (!checked.ok) return checked;
    const { completed } = file;
    if (completed === true) {
      const unsaid = unsaidIn(file, { fileId, held });
      if (unsaid.length > 0) return { ok: false, code: "WORKFLOW_CHANGED", message: unsaidMessage, fields: unsaid };
    }
    const withdrawn = checked.isOther && confirmedAt !== null && completed === undefined;
    changes.push({ ...checked.change, completed, withdrawn });
  }
  return { ok: true, changes };
}

/** The fields in which something else stands than when the file was sent, and of which the call says nothing. */
function unsaidIn({ xfdf_annotations: entries = [] }: FileUpdate, { fileId, held }: { fileId: FileId; held: Held }) {
  const said = new Set(entries.map(({ annotation_id }) => annotation_id));
  const sent = new Map(held.fields.map((field) => [`${field.fileId}\0${field.fullName}`, field.initialValue]));
  return held.inEffect
    .filter((each) => each.fileId === fileId && each.value !== sent.get(`${each.fileId}\0${each.name}`))
    .flatMap(({ name }) => (said.has(name) ? [] : [name]));
}

/** `isOther`: one of the values is another one than stands there now. */
type CheckedEntries =
  | { readonly ok: true; readonly isOther: boolean; readonly change: Pick<Change, "fileId" | "values" | "written"> }
  | Refused;

function checkEntries(
  { xfdf_annotations: entries = [] }: FileUpdate,
  { fileId, signerId, held }: { fileId: FileId; signerId: SignerId; held: Held },
): CheckedEntries {
  if (new Set(entries.map(({ annotation_id }) => annotation_id)).size < entries.length)
    return { ok: false, code: "INVALID_REQUEST", message: "a field stands twice among the values" };
  const byName = new Map(held.fields.filter((field) => field.fileId === fileId).map((each) => [each.fullName, each]));
  const inEffect = new Map(
    held.inEffect.filter((each) => each.fileId === fileId).map((each) => [each.name, each.value]),
  );
  const values: FieldValue[] = [];
  const written: Written[] = [];
  const faulty: { readonly name: string; readonly refused: Refused }[] = [];
  const changed: string[] = [];
  let isOther = false;
  for (const { annotation_id: name, value: typed, before } of entries) {
    // A value that is stored already is not stored again: the page only repeats what it showed.
    if (inEffect.get(name) === typed) continue;
    const field = byName.get(name);
    const checked = checkValue({ name, value: typed, signerId }, field);
    if (!checked.ok) {
      faulty.push({ name, refused: checked });
      continue;
    }
    const value: FieldValue = { fileId, name, value: checked.value };
    // A choice shows as its label, which intake has checked, or as a tick.
    if (field?.options.some((option) => option.value === checked.value) === false) written.push({ ...value, field });
    values.push(value);
    const now = inEffect.get(name);
    isOther ||= now !== checked.value;
    if (before !== undefined && now !== before && now !== checked.value) changed.push(name);
  }
  const [first] = faulty;
  if (first !== undefined) {
    const alike = faulty.filter(({ refused }) => refused.code === first.refused.code);
    return { ...first.refused, fields: alike.map(({ name }) => name) };
  }
  if (changed.length > 0) return { ok: false, code: "WORKFLOW_CHANGED", message: changedMessage, fields: changed };
  return { ok: true, isOther, change: { fileId, values, written } };
}

const unsaidMessage = "a value is confirmed by whoever names it";
const changedMessage = "another page or device has stored something else";

async function saveChange(
  db: Db,
  { update, change, small, at }: { update: ValueUpdate; change: Change; small: ReadonlySet<string>; at: Date },
): Promise<void> {
  const { workflowId, signerId, ip, userAgent } = update;
  const { fileId, values, completed, withdrawn } = change;
  const actor: Actor = { kind: "signer", id: signerId, ip, userAgent };
  const event = { at, actor, workflowId, signerId, fileId };
  if (values.length > 0) {
    const measured = values.map((value) => ({ ...value, isSmall: small.has(keyOf(value)) }));
    await saveValues(db, signerId, { values: measured, at });
    // Names only: the values stand in the signed document, and the trail outlives them.
    await recordEvent(db, { ...event, type: "document.filled", details: { fields: values.map(({ name }) => name) } });
  }
  if (withdrawn) {
    await saveConfirmation(db, signerId, { fileId, confirmedAt: null, changedAt: at });
    await recordEvent(db, { ...event, type: "document.changed-after-confirming", details: {} });
  }
  if (completed === undefined) return;
  await saveConfirmation(db, signerId, { fileId, confirmedAt: completed ? at : null, changedAt: null });
  await recordEvent(db, { ...event, type: completed ? "document.confirmed" : "document.reopened", details: {} });
}
