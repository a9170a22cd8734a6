/**
 * What a signer reads begins with what their approval is bound to. An approval names what was sent and what intake made of it; a
 * revision that somebody who writes to the database put in the place of the last one would be read and never signed.
 */
import { missingBeginning } from "@siegel/kernel/pades/byte-range.ts";
import { BlobChanged, type BlobStore } from "../../ports/blobs.ts";
import type { StoredFile } from "./documents-store.ts";

// That one content begins with another is true for ever, so each pair is looked at once a process.
const known = new Set<string>();
const knownMax = 10_000;

/** @throws BlobChanged when the latest revision does not begin with the octets that intake left */
export async function requireShown(
  blobs: Pick<BlobStore, "open">,
  { fileId, intake, latest }: Pick<StoredFile, "fileId" | "intake" | "latest">,
): Promise<void> {
  const pair = `${latest.sha256} ${intake.sha256} ${intake.size}`;
  if (latest.sha256 === intake.sha256 || known.has(pair)) return;
  const source = await blobs.open(latest.sha256);
  try {
    const shown = { length: intake.size, sha256: Buffer.from(intake.sha256, "hex") };
    if ((await missingBeginning(source, [shown])) !== null)
      throw new BlobChanged(`the latest revision of ${fileId} does not begin with what its signers approve`);
  } finally {
    await source.close();
  }
  if (known.size >= knownMax) known.clear();
  known.add(pair);
}
