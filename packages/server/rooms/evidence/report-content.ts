/** What an audit report says, decided before a line is drawn. */
import type { Language } from "@siegel/contract/limits.ts";

/** A document in the report. Digests are hex. */
export type ReportedDocument = {
  readonly name: string;
  readonly pages: number;
  /** False: shown to the signers, and not signed. */
  readonly isSigned: boolean;
  /** The name of the document it belongs to. */
  readonly attachmentOf: string | null;
  readonly originalSha256: string;
  readonly revisions: ReadonlyArray<{
    readonly number: number;
    readonly sha256: string;
    readonly size: number;
    readonly by: string;
  }>;
};

/** One act in the report; null when the signer has not signed. */
export type ReportedSignature = {
  readonly signedAt: Date;
  readonly timestampAt: Date;
  /** As it stands in the visible signature. */
  readonly reference: string;
  readonly certificateSerial: string;
  readonly certificateHolder: string;
  /** Masked number the code went to, for a_ types. */
  readonly maskedPhone: string | null;
  readonly channel: "sms" | "voice" | null;
};

/** A signer in the report. */
export type ReportedSigner = {
  readonly name: string;
  readonly email: string;
  readonly organisation: string | null;
  readonly level: "s_signature" | "a_signature" | "a_seal" | "q_signature" | "q_seal";
  readonly signature: ReportedSignature | null;
};

/** One event of the trail; `hash` is its link in the chain, hex. */
export type ReportedEvent = { readonly at: Date; readonly who: string; readonly what: string; readonly hash: string };

/** Everything a report shows. */
export type ReportContent = {
  readonly language: Language;
  readonly zone: string;
  readonly provider: { readonly name: string; readonly anchorUrl: string };
  readonly brand: { readonly organisation: string; readonly colour: string };
  readonly workflow: {
    readonly id: string;
    readonly name: string;
    readonly state: "OPEN" | "FINISHED" | "REVOKED" | "CANCELLED" | "EXPIRED";
    readonly startedAt: Date;
    readonly finishedAt: Date | null;
    /** Why it was refused, where one was given and the reader may know. */
    readonly refusal: string | null;
  };
  readonly documents: readonly ReportedDocument[];
  readonly signers: readonly ReportedSigner[];
  readonly events: readonly ReportedEvent[];
  /** Hash of the newest event, hex: whoever keeps it can tell later that nothing before it changed. */
  readonly chainHead: string;
  readonly madeAt: Date;
};
