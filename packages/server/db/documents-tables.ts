/** Tables of the room `documents` (migrations 0004, 0038). */
import type { EmbeddedFile } from "@siegel/contract/calls/files.ts";
import type { FieldKind } from "@siegel/contract/field-entry.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { ColumnType, Generated } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";

/** A bigint that fits a number: pg answers a string. */
type Size = ColumnType<string, number, number>;

/** Why a revision exists: the file as sent, the form fields of intake, or a signer's signature. */
export type RevisionCause =
  | { readonly kind: "original" | "intake" }
  | { readonly kind: "signature"; readonly signerId: SignerId };

/** Tables of the room `documents`. */
export interface DocumentsTables {
  file: {
    file_id: FileId;
    workflow_id: WorkflowId;
    /** The sender's order, from 0. */
    position: number;
    name: string;
    pages: number;
    /** False: shown to signers, and not signed. */
    is_signed: boolean;
    /** The document it belongs to, which is no attachment itself. */
    attachment_of: FileId | null;
    original_sha256: Sha256Hex;
    original_size: Size;
    /** What intake made of the original, or the original. */
    intake_sha256: Sha256Hex;
    intake_size: Size;
    notices: ColumnType<string[], string, string>;
    /** Files within the document: the first of them, and how many there are. */
    embedded: ColumnType<EmbeddedFile[], string, string>;
    embedded_total: number;
    /** Signatures that it had when it was sent; null where they were not counted yet. */
    earlier_signatures: ColumnType<number | null, number | null | undefined, never>;
    /** Whether it shows fields to fill in that no signer was given. */
    has_unassigned_fields: ColumnType<boolean, boolean | undefined, never>;
    created_at: Date;
    /** The latest revision: what appending compares with. */
    latest_number: number;
    latest_sha256: Sha256Hex;
    latest_size: Size;
  };
  file_revision: {
    file_id: FileId;
    number: number;
    sha256: Sha256Hex;
    size: Size;
    base_sha256: Sha256Hex | null;
    cause: RevisionCause["kind"];
    signer_id: SignerId | null;
    at: Generated<Date>;
  };
  /** One row a widget: a field may stand in several places. */
  file_field: {
    file_id: FileId;
    full_name: string;
    widget: number;
    signer_id: SignerId;
    kind: FieldKind;
    label: string;
    /** From 1; null where the field is invisible. */
    page: number | null;
    /** x0, y0, x1, y1 in user space. */
    rect: number[] | null;
    /** Whether its text runs along the height of the rectangle; null where it has no place, or was taken in before that was asked. */
    is_turned: boolean | null;
    required: boolean;
    multiline: boolean;
    chars_max: number | null;
    /** What the field held when it was sent. */
    initial_value: string;
    comb: boolean;
    editable: boolean;
    clearable: boolean;
    /** What can be chosen there: all of a choice, the one state of a tick. */
    options: ColumnType<{ value: string; label: string }[], string, string>;
  };
  field_value: {
    file_id: FileId;
    full_name: string;
    signer_id: SignerId;
    value: string;
    updated_at: Date;
    /** Whether the signature will set it in letters that are hard to read. */
    is_small: Generated<boolean>;
  };
  /** The image in a signer's signature until it stands in the file; `image_hash` is the SHA-256 of `png`, hex. */
  signature_image: {
    signer_id: SignerId;
    image_hash: string;
    width: number;
    height: number;
    png: Uint8Array;
    saved_at: Date;
  };
  /** One row for each revision of a file that a session loaded, and each program that it loaded it with. */
  loaded_revision: {
    session_id: string;
    file_id: FileId;
    /** Of the revision. */
    number: number;
    signer_id: SignerId;
    /** The program of the service that drew its pages as pictures; empty where the client read the bytes. */
    drawn_by: string;
    /** What the client says it is; empty where it does not. */
    viewer: string;
    user_agent: string;
    /** When it was loaded first. */
    loaded_at: Date;
  };
  /** One row for each signer and file; locked while the signer's values or approval change. */
  file_signer: {
    file_id: FileId;
    signer_id: SignerId;
    workflow_id: WorkflowId;
    confirmed_at: Generated<Date | null>;
    /** Since when a value, or the image in their signature, is another one than the signer confirmed; null once they confirm again. */
    changed_at: Generated<Date | null>;
  };
}
