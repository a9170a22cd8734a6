/**
 * What a signer reads begins with what their approval is bound to. An approval names what was sent and what intake made of it; a
 * revision that somebody who writes to the database put in the place of the last one would be read and never signed.
 */
import { missingBeginning } from "@siegel/kernel/pades/byte-range.ts";
import { BlobChanged, type BlobStore } from "../../ports/blobs.ts";
import type { StoredBytes, StoredFile } from "./documents-store.ts";

// That one content begins with another is true for ever, so each pair is looked at once a process.
const known = new Set<string>();
const knownMax = 10_000;

/**
 * @throws BlobChanged when the latest revision does not begin with the bytes that intake left, or differs from them although no signer
 * signs the document
 */
export async function requireShown(
  blobs: Pick<BlobStore, "open">,
  { fileId, isSigned, intake, latest }: Pick<StoredFile, "fileId" | "isSigned" | "intake" | "latest">,
): Promise<void> {
  const pair = `${latest.sha256} ${intake.sha256} ${intake.size}`;
  if (known.has(pair)) return;
  if (latest.sha256 === intake.sha256) {
    // Before a signature is added the bytes are checked again. For a document without signers this is the last check before it is read.
    if (isSigned) return;
    await requireUnchanged(blobs, latest);
    return remember(pair);
  }
  if (!isSigned) throw new BlobChanged(`${fileId} is not signed, and there is another revision than what is shown`);
  const source = await blobs.open(latest.sha256);
  try {
    const shown = { length: intake.size, sha256: Buffer.from(intake.sha256, "hex") };
    if ((await missingBeginning(source, [shown])) !== null)
      throw new BlobChanged(`the latest revision of ${fileId} does not begin with what its signers approve`);
  } finally {
    await source.close();
  }
  remember(pair);
}

function remember(pair: string): void {
  if (known.size >= knownMax) known.clear();
  known.add(pair);
}

/** @throws BlobChanged when the store holds other bytes under that name */
export async function requireUnchanged(
  blobs: Pick<BlobStore, "open">,
  { sha256 }: Pick<StoredBytes, "sha256">,
): Promise<void> {
  const source = await blobs.open(sha256);
  try {
    const whole = { length: source.size, sha256: Buffer.from(sha256, "hex") };
    if ((await missingBeginning(source, [whole])) !== null) throw new BlobChanged(`blob ${sha256} holds other bytes`);
  } finally {
    await source.close();
  }
}
