/** Parts of a stored PDF in one answer: of each its place and its bytes, as they stand in the file. */
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { opening_head_bytes } from "@siegel/contract/limits.ts";
import type { FastifyReply } from "fastify";
import type { BlobStore } from "../../ports/blobs.ts";
import type { Place } from "../../rooms/documents/documents.ts";
import type { StoredPdf } from "../wire/send-pdf.ts";

const places_a_turn = 64;

/** Sends the places of a PDF under its entity tag. Answers the reply, for `WireAnswer.sent`. */
export async function sendOpening(
  reply: FastifyReply,
  blobs: Pick<BlobStore, "open">,
  { sha256, places }: Pick<StoredPdf, "sha256"> & { readonly places: readonly Place[] },
): Promise<FastifyReply> {
  const length = places.reduce((sum, { start, end }) => sum + opening_head_bytes + end - start, 0);
  reply.headers({
    etag: `"${sha256}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-length": String(length),
  });
  return reply.type("application/octet-stream").send(Readable.from(pieces(blobs, sha256, places)));
}

async function* pieces(
  blobs: Pick<BlobStore, "open">,
  sha256: StoredPdf["sha256"],
  places: readonly Place[],
): AsyncGenerator<Uint8Array> {
  const source = await blobs.open(sha256);
  try {
    for (const [at, { start, end }] of places.entries()) {
      const piece = Buffer.alloc(opening_head_bytes + end - start);
      piece.writeBigUInt64BE(BigInt(start), 0);
      piece.writeUInt32BE(end - start, 8);
      piece.set(source.read(start, end - start), opening_head_bytes);
      yield piece;
      if (at % places_a_turn === places_a_turn - 1) await turn();
    }
  } finally {
    await source.close();
  }
}
