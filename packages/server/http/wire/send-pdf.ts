/** A stored PDF as an answer: its exact bytes, whole or in part, under its hash as entity tag. */
import { savedFileName } from "@siegel/contract/file-name.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BlobStore, Sha256Hex } from "../../ports/blobs.ts";
import { checkedBytes } from "../../rooms/documents/documents.ts";
import { askedBytes } from "./byte-range.ts";
import { sendRefusal } from "./send-refusal.ts";

/** A PDF in the blob store with the name a person sees. */
export type StoredPdf = { readonly name: string; readonly sha256: Sha256Hex; readonly size: number };

/**
 * Sends a PDF, a part of it, or that nothing has changed (Range, If-Range, If-None-Match). Answers the reply, for `WireAnswer.sent`.
 * `onServing` is awaited before the first byte, and only if the caller gets some, or already has them.
 */
export async function sendPdf(
  http: { raw: FastifyRequest; reply: FastifyReply; onServing?: () => Promise<void> },
  blobs: BlobStore,
  pdf: StoredPdf,
): Promise<FastifyReply> {
  const { raw, reply } = http;
  const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = raw.headers;
  const etag = `"${pdf.sha256}"`;
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    // Personal documents stay out of the disk caches of shared computers.
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  const asked = askedBytes({ range, ifRange: [ifRange].flat()[0], ifNoneMatch }, { size: pdf.size, etag });
  if (asked.kind !== "unsatisfiable") await http.onServing?.();
  switch (asked.kind) {
    case "unchanged":
      return reply.code(304).send();
    case "unsatisfiable":
      reply.header("content-range", `bytes */${pdf.size}`);
      return sendRefusal(reply, {
        ok: false,
        code: "INVALID_REQUEST",
        status: 416,
        message: { en: `The file has ${pdf.size} bytes.`, de: `Die Datei hat ${pdf.size} Bytes.` },
      });
    case "part":
      reply.code(206).header("content-range", `bytes ${asked.start}-${asked.end - 1}/${pdf.size}`);
      break;
    case "whole":
      reply.code(200);
  }
  const { start, end } = asked.kind === "part" ? asked : { start: 0, end: pdf.size };
  reply.headers({ "content-length": String(end - start), "content-disposition": contentDisposition(pdf.name) });
  const bytes = await blobs.stream(pdf.sha256, { start, end });
  // A part proves nothing about the whole; a client that reads in parts was told the digest (ETag).
  const isWhole = start === 0 && end === pdf.size;
  return reply.type("application/pdf").send(isWhole ? checkedBytes(bytes, pdf.sha256) : bytes);
}

/** RFC 6266 §4.3 with RFC 8187: an ASCII name for old clients, the one it is saved under for all others. */
export function contentDisposition(name: string): string {
  const file = savedFileName(name);
  const plain = file.replace(/[^\x20-\x7e]|%/g, "_");
  const encoded = encodeURIComponent(file).replace(
    /['()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
