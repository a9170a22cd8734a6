/** Files that a sender streams ahead of a workflow. */

import { uploadId as uploadIdSchema } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import { header_within_bytes, headerAt } from "@siegel/kernel/pdf/header.ts";
import type { Db } from "../../db/database.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { Refused } from "../workflows/workflows.ts";
import { insertUpload, type Upload } from "./sending-store.ts";

const tooLarge = (megabytes: number): Said => ({
  en: `The file is larger than ${megabytes} MB. Make it smaller or split it.`,
  de: `Die Datei ist größer als ${megabytes} MB. Verkleinern Sie sie oder teilen Sie sie auf.`,
});
const empty: Said = {
  en: "The body is empty. Send the PDF as the body.",
  de: "Es kam keine Datei an. Senden Sie die PDF-Datei als Inhalt der Anfrage.",
};

class TooLarge extends Error {
  override readonly name = "TooLarge";
}
class NoPdf extends Error {
  override readonly name = "NoPdf";
}

/** Streams a file into the blob store and remembers it for this token; stops reading at the limit, and where it is no PDF. */
export async function keepUpload(
  deps: { db: Db; clock: Clock; random: Random; blobs: BlobStore; intakeLimits: { fileBytesMax: number } },
  input: { tokenId: string; content: AsyncIterable<Uint8Array>; language: Language },
): Promise<
  { ok: true; upload: Upload } | (Refused<"FILE_TOO_LARGE" | "FILE_NOT_A_PDF"> & { readonly message?: string })
> {
  try {
    const { sha256, size } = await deps.blobs.put(limited(withHeader(input.content), deps.intakeLimits.fileBytesMax));
    if (size === 0) return { ok: false, code: "FILE_NOT_A_PDF", message: empty[input.language] };
    const upload = { uploadId: uploadIdSchema.parse(deps.random.id()), sha256, size };
    await insertUpload(deps.db, { ...upload, tokenId: input.tokenId, at: deps.clock.now() });
    return { ok: true, upload };
  } catch (fault) {
    if (fault instanceof TooLarge) {
      const megabytes = Math.floor(deps.intakeLimits.fileBytesMax / 1_048_576);
      return { ok: false, code: "FILE_TOO_LARGE", message: tooLarge(megabytes)[input.language] };
    }
    if (fault instanceof NoPdf) return { ok: false, code: "FILE_NOT_A_PDF" };
    throw fault;
  }
}

/** The same bytes; as soon as there are enough of them to tell, those of another kind of file end in a fault. @throws NoPdf */
async function* withHeader(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  let isPdf = false;
  for await (const part of content) {
    if (!isPdf) {
      start = Buffer.concat([start, part.subarray(0, header_within_bytes)]);
      isPdf = headerAt(start) >= 0;
      if (!isPdf && start.length >= header_within_bytes) throw new NoPdf("no %PDF- header");
    }
    yield part;
  }
  if (!isPdf && start.length > 0) throw new NoPdf("no %PDF- header");
}

async function* limited(content: AsyncIterable<Uint8Array>, bytesMax: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > bytesMax) throw new TooLarge(`more than ${bytesMax} bytes`);
    yield part;
  }
}
