/** What of a request for a workflow does not fit together, and what of the request that is looked at. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";

/** Something in a request that does not fit; `said` tells what is wrong, and what to do. */
export type Misfit = {
  readonly code: Extract<
    ErrorCode,
    | "INVALID_REQUEST"
    | "PHONE_MISSING"
    | "PHONE_INVALID"
    | "ORGANIZATION_NOT_VERIFIED"
    | "UPLOAD_NOT_FOUND"
    | "ATTACHMENT_INVALID"
    | "DOCUMENT_NOT_SIGNED"
    | "NOTHING_TO_SIGN"
    | "WEBHOOK_URL_INVALID"
  >;
  /** Of the field, with full stops. */
  readonly path: string;
  readonly said: Said;
};

/** The line of a misfit in the sender's language. */
export const lineOf = ({ path, said }: Misfit, language: Language): string => `${path}: ${said[language]}`;

/** What of a request these rules look at; where a part is undefined, what depends on it is not judged. */
export type Fitted = {
  readonly expires_at?: string | undefined;
  readonly documents: ReadonlyArray<{
    readonly name?: string | undefined;
    readonly sign?: boolean | undefined;
    readonly attachment_of?: string | undefined;
  }>;
  readonly signers: ReadonlyArray<{
    readonly reference?: string | undefined;
    readonly type?: SignerType | undefined;
    readonly phone?: string | undefined;
    readonly fields?: ReadonlyArray<{ readonly document?: string | undefined }> | undefined;
  }>;
};
