/** The signed documents as attachments, where they are small enough for every mail server on the way. */
import type { FileId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { MailPart } from "../../ports/mail.ts";
import { latestRevision } from "../documents/documents.ts";

/** Base64 adds a third; many servers stop at 10 MB. */
const copies_bytes_max = 7 * 1024 * 1024;

/** All documents in their latest revision, or null when they are too large together: then the link has to do. */
export async function signedCopies(
  deps: { readonly db: Db; readonly blobs: Pick<BlobStore, "stream"> },
  files: ReadonlyArray<{ readonly fileId: FileId; readonly name: string }>,
): Promise<readonly MailPart[] | null> {
  const revisions = [];
  for (const file of files) revisions.push({ name: file.name, ...(await latestRevision(deps.db, file.fileId)) });
  if (revisions.reduce((sum, { size }) => sum + size, 0) > copies_bytes_max) return null;
  const parts: MailPart[] = [];
  for (const { name, sha256 } of revisions) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await deps.blobs.stream(sha256)) chunks.push(Buffer.from(chunk));
    parts.push({ filename: pdfName(name), contentType: "application/pdf", content: Buffer.concat(chunks) });
  }
  return parts;
}

function pdfName(name: string): string {
  return name.toLowerCase().endsWith(".pdf") ? name : `${name}.pdf`;
}
