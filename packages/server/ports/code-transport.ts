import type { Language } from "@siegel/contract/limits.ts";

/** A one-time code to send to a phone. */
export type CodeMessage = {
  /** Our row for this attempt. The callback address contains it, never the code. */
  readonly attemptId: string;
  readonly to: string;
  readonly language: Language;
  /** Text of the message, at most 160 characters of GSM-7. */
  readonly text: string;
  /** For a call: introduction, reference and digits, spoken after a key press. */
  readonly spoken: { readonly introduction: string; readonly reference: string; readonly digits: string };
  /** The provider gives up delivering after this. */
  readonly validitySeconds: number;
};

/** What the provider reported later about a message or call (its status callback). */
export type DeliveryStatus = {
  readonly providerReference: string;
  readonly state: "sent" | "delivered" | "undelivered" | "failed";
  readonly providerCode?: string;
};

/**
 * Sends codes by text message or call. Resolves when the provider has accepted. Never retries a call; retries a text only if no answer
 * came at all (a second text has the same code, which is harmless).
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
