/** What a provider of texts and calls asks us later: where a message went, what a call shall say. */
import type { Language } from "@siegel/contract/limits.ts";
import type { DeliveryStatus } from "./code-transport.ts";

/** A code as a call says it, one digit after another. */
export type SpokenCode = { readonly reference: string; readonly digits: string; readonly language: Language };

/** A request of the provider: path with query as it came, and its form. */
export type ProviderRequest = {
  readonly pathAndQuery: string;
  readonly form: URLSearchParams;
  readonly signature: string | undefined;
};

/** Reads the provider's requests and writes our answers in its words; pure but for the key of its signatures, never throws. */
export type CodeHooks = {
  /** Whether the request is signed by the provider for our public address. */
  readonly isGenuine: (request: ProviderRequest) => boolean;
  /** What a status callback says, null for states that tell nothing about arrival. */
  readonly deliveryStatus: (form: URLSearchParams) => DeliveryStatus | null;
  /** The rest of a call after the key press; null when the code is no longer alive. */
  readonly spokenAnswer: (code: SpokenCode | null) => { readonly contentType: string; readonly body: string };
};
