import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";

/** SHA-256 of a blob, 64 lower-case hex digits: its name. */
export type Sha256Hex = string & { readonly __brand: "Sha256Hex" };

/**
 * Content-addressed storage of documents. A blob that was put is durable when `put` resolves and never changes.
 * Putting the same content again is harmless.
 */
export type BlobStore = {
  /** Stores the concatenation of `parts` (bytes, or ranges of a stored blob) durably. */
  readonly put: (
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => Promise<{ sha256: Sha256Hex; size: number }>;
  /** Begins a blob that is made step by step. */
  readonly draft: () => Promise<BlobDraft>;
  /** Random access to a blob; call `close` when done. @throws BlobMissing */
  readonly open: (sha256: Sha256Hex) => Promise<ByteSource & { readonly close: () => Promise<void> }>;
  /** A stream of `[start, end)` of a blob. @throws BlobMissing */
  readonly stream: (sha256: Sha256Hex, range?: { start: number; end: number }) => Promise<NodeJS.ReadableStream>;
  /** The bytes of a blob as a file of this machine, for another process. @throws BlobMissing */
  readonly asFile: (sha256: Sha256Hex) => Promise<BlobFile>;
  /**
   * Removes a blob that nobody names; false where there is none, or where it was put at or after `putBefore`, since whoever put it
   * then may be about to name it. A reader meanwhile still finds it.
   */
  readonly discard: (sha256: Sha256Hex, putBefore: Date) => Promise<boolean>;
  /** Removes drafts and lent files on which nobody has worked since `before`: their processes died. @throws once it has tried them all */
  readonly removeLeftovers: (before: Date) => Promise<void>;
  /** Resolves when the store takes what is written to it, found out within the last seconds. @throws with the reason */
  readonly check: () => Promise<void>;
};

/** A blob in the making, which nobody finds before it is kept; `close` removes it where it was not. */
export type BlobDraft = {
  /** Puts bytes behind those before; they may be changed again once this resolves, and not sooner. One at a time. */
  readonly write: (octets: Uint8Array) => Promise<void>;
  /**
   * Makes it durable and puts it under `sha256`, once `check` has read what was written. That this is its digest is what whoever made
   * it says: `check` has to find it so, unless what was written was digested on its way. @throws what `check` throws
   */
  readonly keep: (sha256: Sha256Hex, check: (written: ByteSource) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A blob lent to another process: it reads `path` and may write `scratchPath`, whose bytes `scratch` answers; `close` removes both, and never throws. */
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

/** The place of the store is not the store now: nothing is put there, and what is missing there may be elsewhere. */
export class BlobsAway extends Error {
  override readonly name = "BlobsAway";
}

/** A blob holds other bytes than its name says: the disk, or somebody, changed it. */
export class BlobChanged extends Error {
  override readonly name = "BlobChanged";
}
