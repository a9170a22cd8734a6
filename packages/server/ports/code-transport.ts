import type { Language } from "@siegel/contract/limits.ts";

/** A one-time code on its way to a phone. */
export type CodeMessage = {
  /** Our row for this attempt; travels in the callback address, never the code. */
  readonly attemptId: string;
  readonly to: string;
  readonly language: Language;
  /** Text of the message, at most 160 characters of GSM-7. */
  readonly text: string;
  /** Spoken: introduction, reference and digits are said one by one, after a key press. */
  readonly spoken: { readonly introduction: string; readonly reference: string; readonly digits: string };
  /** The provider gives up delivering after this. */
  readonly validitySeconds: number;
};

/** What the provider said about a message or call later (its status callback). */
export type DeliveryStatus = {
  readonly providerReference: string;
  readonly state: "sent" | "delivered" | "undelivered" | "failed";
  readonly providerCode?: string;
};

/**
 * Sends codes by text message or call. Resolves when the provider has accepted; never retries a call,
 * retries a text only when no answer came at all (a second text carries the same code: harmless).
 * @throws CodeTransportFailed
 */
export type CodeTransport = {
  readonly sendText: (message: CodeMessage) => Promise<{ providerReference: string }>;
  readonly call: (message: CodeMessage) => Promise<{ providerReference: string }>;
};

/** Why a code could not be sent. */
export type CodeTransportFailure = "invalid_number" | "unreachable" | "blocked" | "throttled" | "auth" | "unavailable";

/** The provider did not accept a code. */
export class CodeTransportFailed extends Error {
  override readonly name = "CodeTransportFailed";
  readonly kind: CodeTransportFailure;
  constructor(kind: CodeTransportFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
