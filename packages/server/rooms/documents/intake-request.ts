/** What intake is asked with, and what it answers. */
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { FileId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language, Mark } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { SignerFacts } from "../workflows/workflows.ts";

/** A document of the request, already in the blob store; `attachmentOf` is the name of the one it belongs to. */
export type SentDocumentBlob = {
  readonly name: string;
  readonly sha256: Sha256Hex;
  readonly size: number;
  readonly isSigned: boolean;
  readonly attachmentOf: string | null;
};

/** A signer of the request with the id it got. */
export type SentSignerIds = Pick<
  SignerFacts,
  "signerId" | "reference" | "type" | "firstName" | "lastName" | "organisation"
> & {
  readonly fields: readonly PlacedField[];
};

/** What intake needs to take documents in. */
export type IntakeInput = {
  /** Whose documents they are: organisations take turns where many wait. */
  readonly organisationId: string;
  readonly workflowId: WorkflowId;
  readonly at: Date;
  readonly documents: readonly SentDocumentBlob[];
  readonly signers: readonly SentSignerIds[];
  readonly mark: Mark;
  /** Of a page that is appended for signatures. */
  readonly workflowLanguage: Language;
  /** Of what the sender is told. */
  readonly language: Language;
};

/** Taken in, with `save` for the transaction that creates the workflow; or for each refused document the reason, for the sender to read. */
export type IntakeResult =
  | {
      readonly ok: true;
      readonly documents: ReadonlyArray<{
        readonly fileId: FileId;
        readonly name: string;
        readonly notices: readonly string[];
        readonly unassignedFields: readonly string[];
      }>;
      /** Files that were written anew, for the trail. */
      readonly repaired: readonly RepairedDocument[];
      readonly save: (db: Db) => Promise<void>;
    }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly messages?: readonly string[];
      readonly retryAfterS?: number;
    };

/** A document whose sound original does not exist: the hashes of what was sent and of what will be signed. */
export type RepairedDocument = {
  readonly fileId: FileId;
  readonly name: string;
  readonly original: Sha256Hex;
  readonly prepared: Sha256Hex;
  readonly repairs: readonly string[];
};
