/** Identification by video: a person films their document and face at a provider (providers.md §2). */
import type { Language } from "@siegel/contract/limits.ts";
import type { ProviderAnswer, ProviderAway } from "./proven-identity.ts";

/** A case to begin. `reference` is ours; the same one again is the same case. */
export type VideoOrder = {
  readonly reference: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** Where the provider sends the browser when it is done. */
  readonly returnUrl: string;
  /** Where it sends its webhooks. */
  readonly webhookUrl: string;
};

/** A webhook that the provider signed. */
export type VideoHook = { readonly uuid: string; readonly eventId: string };

/** The one provider of this service. */
export type VideoIdentProvider = {
  /** Its name in the trail. */
  readonly name: string;
  /** Begins a case. Never throws. */
  readonly begin: (
    order: VideoOrder,
  ) => Promise<{ readonly kind: "begun"; readonly uuid: string; readonly url: string } | ProviderAway>;
  /** What a webhook is about; null: not signed by the provider, or more than five minutes old. `body`: its bytes as they came. */
  readonly readHook: (
    body: Uint8Array,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    now: Date,
  ) => VideoHook | null;
  /** What came of a case: whatever a webhook or a browser says, this counts. Never throws. */
  readonly result: (uuid: string) => Promise<ProviderAnswer>;
};
