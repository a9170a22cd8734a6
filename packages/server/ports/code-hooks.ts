/** Later requests of the provider of texts and calls: reports on a message, and the question what a call should say. */
import type { Language } from "@siegel/contract/limits.ts";
import type { DeliveryStatus } from "./code-transport.ts";

/** A code that a call speaks, digit by digit. */
export type SpokenCode = { readonly reference: string; readonly digits: string; readonly language: Language };

/** A request of the provider: path with query as received, and its form. */
export type ProviderRequest = {
  readonly pathAndQuery: string;
  readonly form: URLSearchParams;
  readonly signature: string | undefined;
};

/** Reads the provider's requests and writes answers in its format. Pure, apart from the key of its signatures; never throws. */
export type CodeHooks = {
  /** Whether the provider signed the request, for our public address. */
  readonly isGenuine: (request: ProviderRequest) => boolean;
  /** The delivery status in a callback; null for states that say nothing about delivery. */
  readonly deliveryStatus: (form: URLSearchParams) => DeliveryStatus | null;
  /** The rest of a call after the key press; `code` is null if it is no longer valid. */
  readonly spokenAnswer: (code: SpokenCode | null) => { readonly contentType: string; readonly body: string };
};
