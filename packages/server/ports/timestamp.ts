/**
 * Asks a time-stamping authority (RFC 3161) for a token over a message imprint.
 * The caller checks the token before it embeds it; this port only fetches.
 * @throws TimestampUnavailable always with `cause`; never answers a local time instead
 */
export type TimestampPort = {
  /** `imprint` is a SHA-256 digest; answers the DER of the TimeStampToken (ContentInfo) after checking it. */
  readonly stamp: (imprint: Uint8Array) => Promise<{ token: Uint8Array; genTime: Date }>;
  /** Trust anchors (DER) that tokens of this authority chain to. */
  readonly anchors: readonly Uint8Array[];
};

/** No trustworthy timestamp could be had now. */
export class TimestampUnavailable extends Error {
  override readonly name = "TimestampUnavailable";
}
