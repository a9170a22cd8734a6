/** SQL of the room `documents`: form fields, their values, and what each signer confirmed. */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import { type Field, type FieldOption, isTick, type Placement } from "../intake/intake.ts";
import type { FieldValue } from "./documents-rules.ts";

/** Inserts fields, a row for each place. */
export async function saveFields(db: Db, fields: readonly Field[]): Promise<void> {
  const rows = fields.flatMap((field) => {
    const places: readonly (Placement | null)[] = field.placements.length === 0 ? [null] : field.placements;
    return places.map((place, widget) => ({
      file_id: field.fileId,
      full_name: field.fullName,
      widget,
      signer_id: field.signerId,
      kind: field.kind,
      label: field.label,
      page: place?.page ?? null,
      rect: place === null ? null : [...place.rect],
      is_turned: place?.isTurned ?? null,
      required: field.required,
      multiline: field.multiline,
      chars_max: field.charsMax,
      initial_value: field.initialValue,
      comb: field.comb,
      editable: field.editable,
      clearable: field.clearable,
      options: JSON.stringify(optionsIn(field, place)),
    }));
  });
  // PostgreSQL takes at most 65,535 parameters in one statement; a row has 17.
  for (let at = 0; at < rows.length; at += 1_000)
    await db
      .insertInto("file_field")
      .values(rows.slice(at, at + 1_000))
      .execute();
}

/** What can be chosen in one place of a field; for ticks, the state that the place stands for. */
export function optionsIn(field: Pick<Field, "options">, place: Placement | null): readonly FieldOption[] {
  const state = place?.state ?? null;
  return state === null ? field.options : field.options.filter(({ value }) => value === state);
}

/** A signer's fields in all files of their workflow, in reading order of names and places. */
export async function readFields(db: Db, signerId: SignerId): Promise<Field[]> {
  const rows = await db
    .selectFrom("file_field")
    .select(fieldColumns)
    .where("signer_id", "=", signerId)
    .orderBy("file_id")
    .orderBy("full_name")
    .orderBy("widget")
    .execute();
  return toFields(rows);
}

/** Whether one of these signers has a field to fill in; the place of a signature does not count. */
export async function anyFills(db: Db, signerIds: readonly SignerId[]): Promise<boolean> {
  if (signerIds.length === 0) return false;
  const row = await db
    .selectFrom("file_field")
    .select("signer_id")
    .where("signer_id", "in", signerIds)
    .where("kind", "<>", "signature")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Rows in reading order as fields: one for all places of a name. */
export function toFields(rows: readonly FieldRow[]): Field[] {
  const fields = new Map<string, Field & { placements: Placement[]; options: FieldOption[] }>();
  for (const row of rows) {
    const key = `${row.file_id}\0${row.full_name}`;
    const field = fields.get(key) ?? { ...toField(row), placements: [], options: [] };
    const state = isTick(row) ? (row.options[0]?.value ?? null) : null;
    if (row.page !== null && row.rect !== null)
      field.placements.push({ page: row.page, rect: toRect(row.rect), isTurned: row.is_turned, state });
    if (isTick(row) || row.widget === 0) field.options.push(...row.options);
    fields.set(key, field);
  }
  return [...fields.values()].map((field) => (isTick(field) ? { ...field, options: distinct(field.options) } : field));
}

/** Buttons of one state stand in several places, and are one thing to choose. */
function distinct(options: readonly FieldOption[]): FieldOption[] {
  return [...new Map(options.toReversed().map((option) => [option.value, option])).values()].toReversed();
}

/** What a field is made of. */
export const fieldColumns = [
  "file_id",
  "full_name",
  "signer_id",
  "kind",
  "label",
  "page",
  "rect",
  "is_turned",
  "required",
  "multiline",
  "chars_max",
  "initial_value",
  "widget",
  "comb",
  "editable",
  "clearable",
  "options",
] as const;

type FieldRow = {
  page: number | null;
  rect: number[] | null;
  is_turned: boolean | null;
  file_id: FileId;
  full_name: string;
  signer_id: SignerId;
  kind: Field["kind"];
  label: string;
  required: boolean;
  multiline: boolean;
  chars_max: number | null;
  initial_value: string;
  widget: number;
  comb: boolean;
  editable: boolean;
  clearable: boolean;
  options: readonly FieldOption[];
};

function toField(row: FieldRow): Omit<Field, "placements" | "options"> {
  return {
    fileId: row.file_id,
    fullName: row.full_name,
    signerId: row.signer_id,
    kind: row.kind,
    label: row.label,
    required: row.required,
    multiline: row.multiline,
    charsMax: row.chars_max,
    initialValue: row.initial_value,
    comb: row.comb,
    editable: row.editable,
    clearable: row.clearable,
  };
}

function toRect([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): Placement["rect"] {
  return [x0, y0, x1, y1];
}

/** The values that a signer has stored, in all files of their workflow. */
export async function readValues(db: Db, signerId: SignerId): Promise<FieldValue[]> {
  return await db
    .selectFrom("field_value")
    .select(["file_id as fileId", "full_name as name", "value"])
    .where("signer_id", "=", signerId)
    .execute();
}

/** A value as it is stored; `isSmall`: the signature will set it in letters that are hard to read. */
export type StoredValue = FieldValue & { readonly isSmall: boolean };

/** Stores values of a signer; the last of two for one field counts. */
export async function saveValues(
  db: Db,
  signerId: SignerId,
  saved: { values: readonly StoredValue[]; at: Date },
): Promise<void> {
  const newest = new Map(saved.values.map((value) => [`${value.fileId}\0${value.name}`, value]));
  const rows = [...newest.values()].map(({ fileId, name, value, isSmall }) => ({
    file_id: fileId,
    full_name: name,
    signer_id: signerId,
    value,
    is_small: isSmall,
    updated_at: saved.at,
  }));
  for (let at = 0; at < rows.length; at += 5_000) {
    await db
      .insertInto("field_value")
      .values(rows.slice(at, at + 5_000))
      .onConflict((conflict) =>
        conflict.columns(["file_id", "full_name"]).doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          is_small: eb.ref("excluded.is_small"),
          updated_at: eb.ref("excluded.updated_at"),
        })),
      )
      .execute();
  }
}

/** When a signer confirmed each file of the workflow; null: not yet, or not any more. */
export type Confirmation = { readonly fileId: FileId; readonly confirmedAt: Date | null };

/** The signer's confirmations: until the transaction ends no other transaction changes these, the values or the image. */
export const lockConfirmations = builtOnce(
  (db, { workflowId, signerId }: { workflowId: WorkflowId; signerId: SignerId }) =>
    confirmations(db, { workflowId, signerId }).forNoKeyUpdate(),
);

const confirmations = (db: Db, { workflowId, signerId }: { workflowId: WorkflowId; signerId: SignerId }) =>
  db
    .selectFrom("file_signer")
    .select(["file_id as fileId", "confirmed_at as confirmedAt"])
    .where("signer_id", "=", signerId)
    .where("workflow_id", "=", workflowId)
    .orderBy("file_id");

/** The signer's confirmations as they are now; `lockConfirmations` keeps them so. */
export async function readConfirmations(
  db: Db,
  owner: { workflowId: WorkflowId; signerId: SignerId },
): Promise<Confirmation[]> {
  return await confirmations(db, owner).execute();
}

/** Confirms a file for a signer, or takes the confirmation back with null; `changedAt` says since when another value stands there. */
export async function saveConfirmation(db: Db, signerId: SignerId, saved: SavedConfirmation): Promise<void> {
  await confirmed(db, { signerId, ...saved });
}

type SavedConfirmation = { fileId: FileId; confirmedAt: Date | null; changedAt: Date | null };

const confirmed = builtOnce((db, saved: SavedConfirmation & { signerId: SignerId }) =>
  db
    .updateTable("file_signer")
    .set({ confirmed_at: saved.confirmedAt, changed_at: saved.changedAt })
    .where("signer_id", "=", saved.signerId)
    .where("file_id", "=", saved.fileId),
);
