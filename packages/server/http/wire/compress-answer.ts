/** Answers in text, compressed as they are sent; scripts and styles are when they are built (web.ts). */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "./accepted-form.ts";

/** What is shorter fits into a packet as it is. */
const worth_chars = 1_024;

/**
 * Compresses text where the client takes it, beside the event loop (Fastify's `onSend`). Not for an answer that holds a secret beside
 * words of whoever may ask: its length would tell how alike they are (RFC 7457 §2.6).
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== "string") return payload;
  reply.header("vary", "accept-encoding");
  const encoding = payload.length < worth_chars ? null : acceptedEncoding(request.headers["accept-encoding"]);
  if (encoding === null) return payload;
  reply.header("content-encoding", encoding);
  return await compress[encoding](payload);
}

/** As dear as gzip's own middle, and smaller; the best of Brotli takes a hundred times as long. */
const brotli_quality = 4;

const compress = {
  br: async (text: string) =>
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotli_quality } }),
  gzip: async (text: string) => await promisify(gzip)(text),
} as const;
