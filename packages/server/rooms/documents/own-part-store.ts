/** SQL of what one signer is shown and asked for: the files of the workflow, with this signer's fields, values and confirmations. */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { Field } from "../intake/intake.ts";
import { fileColumns, type StoredFile, toFile } from "./documents-store.ts";
import { fieldColumns, lockConfirmations, type StoredValue, toFields } from "./fields-store.ts";

/** Whose part of what. */
export type Owner = { readonly workflowId: WorkflowId; readonly signerId: SignerId };

/** Whether a file is confirmed, and where it is not, whether it was until a value changed. */
type OwnConfirmation = { readonly fileId: FileId; readonly confirmed: boolean; readonly changedSince: boolean };

/** A signer's own part. */
export type OwnPart = {
  readonly files: readonly StoredFile[];
  readonly fields: readonly Field[];
  readonly values: readonly StoredValue[];
  readonly confirmations: readonly OwnConfirmation[];
  /** Of the image in the signature. */
  readonly image: string | null;
};

const ownPart = builtOnce((db, { workflowId, signerId }: Owner) =>
  db.selectNoFrom((e) => [
    jsonArrayFrom(
      e.selectFrom("file").select(fileColumns).where("workflow_id", "=", workflowId).orderBy("position"),
    ).as("files"),
    jsonArrayFrom(
      e
        .selectFrom("file_field")
        .select(fieldColumns)
        .where("signer_id", "=", signerId)
        .orderBy("file_id")
        .orderBy("full_name")
        .orderBy("widget"),
    ).as("fields"),
    jsonArrayFrom(
      e
        .selectFrom("field_value")
        .select(["file_id as fileId", "full_name as name", "value", "is_small as isSmall"])
        .where("signer_id", "=", signerId),
    ).as("values"),
    jsonArrayFrom(
      e
        .selectFrom("file_signer")
        .select((row) => [
          "file_id as fileId",
          row("confirmed_at", "is not", null).as("confirmed"),
          row("changed_at", "is not", null).as("changedSince"),
        ])
        .where("signer_id", "=", signerId)
        .where("workflow_id", "=", workflowId)
        .orderBy("file_id"),
    ).as("confirmations"),
    e.selectFrom("signature_image").select("image_hash").where("signer_id", "=", signerId).as("image"),
  ]),
);

/** The signer's own part at one moment. Within a transaction no other one changes its values or confirmations until that ends. */
export async function readOwnPart(db: Db, owner: Owner): Promise<OwnPart> {
  // A statement of its own: one that waits for a lock sees everything else as it was before.
  if (db.isTransaction) await lockConfirmations(db, owner);
  const [row] = (await ownPart(db, owner)).rows;
  if (row === undefined) throw new Error("a select without a table answered nothing");
  const { files, fields, values, confirmations, image } = row;
  return {
    files: files.map(toFile),
    fields: toFields(fields),
    values,
    confirmations: confirmations.map(asBoolean),
    image,
  };
}

// PostgreSQL's `is not null` is a boolean; the query builder's type allows what other databases answer.
const asBoolean = (row: { fileId: FileId; confirmed: unknown; changedSince: unknown }): OwnConfirmation => ({
  fileId: row.fileId,
  confirmed: row.confirmed === true,
  changedSince: row.changedSince === true,
});
