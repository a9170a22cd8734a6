import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";

/** SHA-256 of a blob, 64 lower-case hex digits: its name. */
export type Sha256Hex = string & { readonly __brand: "Sha256Hex" };

/**
 * Content-addressed storage of documents. When `put` resolves, the blob is durable; it never changes. Putting the same content again is
 * harmless.
 */
export type BlobStore = {
  /** Stores the concatenation of `parts` (bytes, or ranges of a stored blob) durably. */
  readonly put: (
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => Promise<{ sha256: Sha256Hex; size: number }>;
  /** Starts a blob that is written in several steps. */
  readonly draft: () => Promise<BlobDraft>;
  /** Random access to a blob; call `close` when done. @throws BlobMissing */
  readonly open: (sha256: Sha256Hex) => Promise<ByteSource & { readonly close: () => Promise<void> }>;
  /** A stream of `[start, end)` of a blob. @throws BlobMissing */
  readonly stream: (sha256: Sha256Hex, range?: { start: number; end: number }) => Promise<NodeJS.ReadableStream>;
  /** The bytes of a blob as a file of this machine, for another process. @throws BlobMissing */
  readonly asFile: (sha256: Sha256Hex) => Promise<BlobFile>;
  /**
   * Removes a blob that no row names. Answers false if the blob does not exist, or was put at or after `putBefore`: the process that put it
   * may be about to store its name. An open reader can still read it.
   */
  readonly discard: (sha256: Sha256Hex, putBefore: Date) => Promise<boolean>;
  /** Removes drafts and lent files not changed since `before`, whose processes died. @throws after it has tried them all */
  readonly removeLeftovers: (before: Date) => Promise<void>;
  /** Resolves if the store could be written to within the last seconds. @throws with the reason */
  readonly check: () => Promise<void>;
};

/** An unfinished blob, which cannot be opened before `keep`; `close` removes it if it was not kept. */
export type BlobDraft = {
  /** Appends bytes. The caller may reuse the array once this resolves, not sooner. One call at a time. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /**
   * Makes it durable and stores it under `sha256`, after `check` has read what was written. The store does not compute the digest: `check`
   * must verify it, unless the caller computed it from the bytes it wrote. @throws what `check` throws
   */
  readonly keep: (sha256: Sha256Hex, check: (written: ByteSource) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A blob lent to another process, which reads `path` and may write `scratchPath`; `scratch` answers those bytes. `close` removes both and never throws. */
export type BlobFile = {
  readonly path: string;
  readonly scratchPath: string;
  readonly scratch: () => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
};

/** A blob that the database names is not in the store. */
export class BlobMissing extends Error {
  override readonly name = "BlobMissing";
}

/** The folder is not the store, for example because its disk is not mounted: nothing is written, and a missing blob may exist elsewhere. */
export class BlobsAway extends Error {
  override readonly name = "BlobsAway";
}

/** A blob's bytes do not match its name: a disk error, or somebody changed it. */
export class BlobChanged extends Error {
  override readonly name = "BlobChanged";
}
