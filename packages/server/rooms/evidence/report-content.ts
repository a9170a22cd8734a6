/** What an audit report says, decided before a line is drawn. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { Embedded } from "../documents/documents.ts";

/** A version of a document, by the digest of its whole file; digests are hex. */
export type ReportedRevision = { readonly sha256: string; readonly size: number } & (
  | { readonly kind: "original" }
  | { readonly kind: "intake"; readonly by: string }
  | {
      readonly kind: "signature";
      readonly by: string;
      /** As it stands in the visible signature. */
      readonly reference: string;
      /** Of the signature timestamp in this document. */
      readonly timestampAt: Date;
      /** The last signature of a finished workflow. */
      readonly isFinal: boolean;
    }
);

/** A document in the report. */
export type ReportedDocument = {
  readonly name: string;
  readonly pages: number;
  /** False: shown to the signers, and not signed. */
  readonly isSigned: boolean;
  /** The name of the document it belongs to. */
  readonly attachmentOf: string | null;
  /** Files within it, part of its bytes: the first, and how many there are. */
  readonly embedded: Embedded;
  /** Signatures that it had when it was sent. */
  readonly earlierSignatures: number;
  /** The original first. */
  readonly revisions: readonly ReportedRevision[];
};

/** One act in the report; null when the signer has not signed. */
export type ReportedSignature = {
  readonly approvedAt: Date;
  /** The latest timestamp in what was signed. */
  readonly signedAt: Date;
  /** As it stands in the visible signature. */
  readonly reference: string;
  readonly certificateSerial: string;
  readonly certificateHolder: string;
  readonly certificateIssuer: string;
  /** Masked number the code went to, for a_ types. */
  readonly maskedPhone: string | null;
  readonly channel: "sms" | "voice" | null;
};

/** The image that a signer put into their signature: pixels on white paper, three bytes each. */
export type ReportedPicture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };

/** A signer in the report. */
export type ReportedSigner = {
  readonly name: string;
  readonly email: string;
  readonly organisation: string | null;
  readonly level: SignerType;
  readonly signature: ReportedSignature | null;
  /** When they declined; null for everybody else. */
  readonly declinedAt: Date | null;
  readonly picture: ReportedPicture | null;
};

/** What somebody did, of one event or of several that belong together: `numbers` says which, `until` when the last of them was. */
export type ReportedStep = {
  readonly numbers: string;
  readonly at: Date;
  readonly until: Date | null;
  readonly who: string;
  readonly what: string;
  /** What it was done to: documents by their places in the report, from 1. */
  readonly documents: ReadonlyArray<{ readonly number: number; readonly name: string }>;
  /** What lay before the person and was not signed. */
  readonly shown: ReportedStep["documents"];
};

/** A document that lay before a signer who approved: the digest of the revision that was loaded, hex, or null, and with what. */
export type ReportedView = {
  readonly document: { readonly number: number; readonly name: string };
  readonly sha256: string | null;
  readonly how: string;
};

/** One event of the trail; `hash` is its link in the chain, hex. */
export type ReportedEvent = {
  readonly at: Date;
  readonly who: string;
  readonly what: string;
  /** The document it is about, by its place in the report, from 1. */
  readonly document: { readonly number: number; readonly name: string } | null;
  readonly viewed: readonly ReportedView[];
  readonly hash: string;
};

/** Everything a report shows. */
export type ReportContent = {
  readonly language: Language;
  readonly zone: string;
  readonly provider: { readonly name: string; readonly anchorUrl: string };
  readonly brand: { readonly organisation: string; readonly colour: string };
  readonly workflow: {
    readonly id: string;
    readonly name: string;
    readonly sender: { readonly name: string; readonly email: string };
    readonly state: "OPEN" | "FINISHED" | "REVOKED" | "CANCELLED" | "EXPIRED";
    readonly startedAt: Date;
    readonly endedAt: Date | null;
    /** Why it was refused, where one was given and the reader may know. */
    readonly refusal: string | null;
    /** Why it was refused is told to the sender alone. */
    readonly keepsReason: boolean;
  };
  readonly documents: readonly ReportedDocument[];
  readonly signers: readonly ReportedSigner[];
  readonly steps: readonly ReportedStep[];
  /** Every event of the trail, in its order. */
  readonly events: readonly ReportedEvent[];
  /** Hash of the newest event, hex. A reader who keeps it can check later that nothing before it changed. */
  readonly chainHead: string;
  readonly madeAt: Date;
};

/** What those who were asked do, all together. */
export function actsOf(signers: readonly Pick<ReportedSigner, "level">[]): "sign" | "seal" | "both" {
  const seals = signers.filter(({ level }) => isSeal(level)).length;
  if (seals === 0) return "sign";
  return seals === signers.length ? "seal" : "both";
}

/** How far it came. */
export const farOf = ({ signers }: Pick<ReportContent, "signers">) => ({
  signed: signers.filter(({ signature }) => signature !== null).length,
  total: signers.length,
  acts: actsOf(signers),
});
