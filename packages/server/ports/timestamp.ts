/**
 * Requests a token over a message imprint from a time-stamping authority (RFC 3161). The caller verifies the token again before it embeds it.
 * @throws TimestampUnavailable always with `cause`; never answers a local time instead
 */
export type TimestampPort = {
  /** `imprint` is a SHA-256 digest; answers the DER of the TimeStampToken (ContentInfo) after checking it. */
  readonly stamp: (imprint: Uint8Array) => Promise<{ token: Uint8Array; genTime: Date }>;
  /** Trust anchors (DER) that tokens of this authority chain to. */
  readonly anchors: readonly Uint8Array[];
};

/** No trustworthy timestamp is available now. */
export class TimestampUnavailable extends Error {
  override readonly name = "TimestampUnavailable";
}
