/** What intake is asked to do. */
import type { FileId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/** What intake is asked for one document; plain values, so that it can be sent to a worker. */
export type IntakeTask = {
  readonly fileId: FileId;
  /** False: it is shown, and nobody gets a field in it. */
  readonly isSigned: boolean;
  readonly signers: readonly IntakeSigner[];
  readonly limits: { readonly fileBytesMax: number; readonly pagesMax: number };
  /** The second half of the file identifier (ISO 32000-2 §14.4), 16 bytes. */
  readonly identity: Uint8Array;
  /** Of what the sender is told. */
  readonly language: Language;
};
