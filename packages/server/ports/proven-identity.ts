/** What a body that checks identity documents tells of a person, whatever the way (decisions.md §13). */
import type { AssuranceLevel, IdentificationFault, IdentityDocumentKind } from "@siegel/contract/identification.ts";

/** Who somebody is, as their document says. Letters are kept as they came; countries are ISO 3166-1 alpha-2. */
export type ProvenIdentity = {
  /** All first names. */
  readonly firstNames: string;
  readonly lastName: string;
  /** Where the document names another one. */
  readonly birthName: string | null;
  /** YYYY-MM-DD. Parts that are unknown are missing: YYYY-MM, YYYY; null: all of it. */
  readonly birthdate: string | null;
  readonly nationality: string | null;
  readonly document: {
    readonly kind: IdentityDocumentKind;
    readonly number: string | null;
    /** YYYY-MM-DD. */
    readonly validUntil: string | null;
    /** The country that issued it. */
    readonly country: string;
  };
  readonly level: AssuranceLevel;
};

/**
 * What a provider answers about one identification. `evidence`: its answer byte by byte, as it was verified. `review`: the provider's own people
 * look once more. `cause`: what was wrong with an answer that does not hold, for the log. `away`: it cannot be asked now; nothing is known, and it may be asked again.
 */
export type ProviderAnswer =
  | { readonly state: "pending" }
  | { readonly state: "succeeded"; readonly identity: ProvenIdentity; readonly evidence: Uint8Array }
  | { readonly state: "review" }
  | {
      readonly state: "failed";
      readonly why: IdentificationFault;
      readonly evidence: Uint8Array | null;
      readonly cause?: unknown;
    }
  | { readonly state: "cancelled" | "expired" }
  | { readonly state: "away"; readonly cause: unknown };

/** What could not be begun: the provider is away. */
export type ProviderAway = { readonly kind: "away"; readonly cause: unknown };
