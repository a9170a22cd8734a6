/** A stored PDF in the old form: base64 inside the wire's envelope, written piece by piece so that a long file holds nobody up. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { BlobStore } from "../../ports/blobs.ts";
import { checkedBytes } from "../../rooms/documents/documents.ts";
import type { StoredPdf } from "../wire/send-pdf.ts";

/** Sends `{success, data: {id, name, file}}`. Answers the reply, for `WireAnswer.sent`. */
export async function sendEncodedPdf(
  reply: FastifyReply,
  blobs: Pick<BlobStore, "stream">,
  pdf: StoredPdf & { readonly id: string },
): Promise<FastifyReply> {
  const { id, name, sha256, size } = pdf;
  const [before = "", after = ""] = JSON.stringify({ success: true, data: { id, name, file: "" } }).split(
    /(?<="file":")/,
  );
  const bytes = checkedBytes(await blobs.stream(sha256, { start: 0, end: size }), sha256);
  const encodedSize = Math.ceil(size / 3) * 4;
  reply.headers({
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(before) + encodedSize + Buffer.byteLength(after)),
  });
  return reply.type("application/json; charset=utf-8").send(
    Readable.from(
      (async function* () {
        yield before;
        yield* encode(bytes);
        yield after;
      })(),
    ),
  );
}

/** Base64 (RFC 4648 §4) of a stream: each piece is cut to whole groups of three, the rest goes before the next. */
async function* encode(bytes: NodeJS.ReadableStream): AsyncIterable<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of bytes) {
    const whole = Buffer.concat([rest, Buffer.from(piece)]);
    const end = whole.length - (whole.length % 3);
    rest = whole.subarray(end);
    if (end > 0) yield whole.toString("base64", 0, end);
  }
  if (rest.length > 0) yield rest.toString("base64");
}
