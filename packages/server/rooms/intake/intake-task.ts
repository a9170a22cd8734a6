/** What intake is asked to do. */
import type { FileId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language, Mark } from "@siegel/contract/limits.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/**
 * Where signatures show that the sender gave no place. A page that is appended for them says, in the workflow's language, for which document
 * and workflow it is.
 */
export type MarkWish =
  | { readonly mark: "none" }
  | {
      readonly mark: Exclude<Mark, "none">;
      readonly language: Language;
      readonly document: string;
      readonly workflowId: WorkflowId;
    };

/** What intake is asked for one document; plain values, so that it can be sent to a worker. */
export type IntakeTask = {
  readonly fileId: FileId;
  /** False: it is shown, and no signer gets a field in it. */
  readonly isSigned: boolean;
  readonly signers: readonly IntakeSigner[];
  readonly marks: MarkWish;
  readonly limits: { readonly fileBytesMax: number; readonly pagesMax: number };
  /** The second half of the file identifier (ISO 32000-2 §14.4), 16 bytes. */
  readonly identity: Uint8Array;
  /** Of what the sender is told. */
  readonly language: Language;
};
