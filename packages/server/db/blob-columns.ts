/**
 * Every column that names a blob. What no column here names is deleted a day after it was put, and a backup does not ask for it:
 * a column that is missing costs evidence, so a test compares the list with the schema.
 */
import type { Tables } from "./tables.ts";

/** A column of a table. `lasts`: a name in it stays for as long as the house keeps anything, or is in such a column too. */
type BlobColumn = {
  [T in keyof Tables]: {
    readonly table: T;
    readonly column: `${string}sha256` & keyof Tables[T];
    readonly lasts: boolean;
  };
}[keyof Tables];

/** All of them. Whoever takes a name out of one that lasts remembers the blob again (`rememberBlob`) in the same transaction. */
export const blobColumns = [
  { table: "file", column: "original_sha256", lasts: true },
  { table: "file", column: "intake_sha256", lasts: true },
  { table: "file", column: "latest_sha256", lasts: true },
  { table: "file_revision", column: "sha256", lasts: true },
  { table: "file_revision", column: "base_sha256", lasts: true },
  { table: "audit_report", column: "sha256", lasts: true },
  // An upload of which no workflow is made is forgotten.
  { table: "upload", column: "sha256", lasts: false },
  // A step may be taken again, and an act may fail.
  { table: "signing_document", column: "original_sha256", lasts: false },
  { table: "signing_document", column: "intake_sha256", lasts: false },
  { table: "signing_document", column: "base_sha256", lasts: false },
  { table: "signing_preparation_document", column: "base_sha256", lasts: false },
  { table: "signing_document", column: "result_sha256", lasts: false },
] as const satisfies readonly BlobColumn[];
