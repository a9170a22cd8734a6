/** A store in which something happens to what is written step by step, as signed files are. */
import { readdir } from "node:fs/promises";
import type { BlobDraft, BlobStore } from "../ports/blobs.ts";

/** `blobs`, but each draft does what `change` puts in the place of it. */
export function withDrafts(blobs: BlobStore, change: (draft: BlobDraft) => Partial<BlobDraft>): BlobStore {
  return {
    ...blobs,
    draft: async () => {
      const draft = await blobs.draft();
      return { ...draft, ...change(draft) };
    },
  };
}

/** A disk that takes another byte at `at` than it is handed. */
export function damagedAt(blobs: BlobStore, at: number): BlobStore {
  return withDrafts(blobs, ({ write }) => {
    let start = 0;
    return {
      write: async (bytes) => {
        const damaged = Uint8Array.from(bytes);
        if (damaged[at - start] !== undefined) damaged[at - start] = (damaged[at - start] ?? 0) ^ 1;
        start += bytes.length;
        await write(damaged);
      },
    };
  });
}

/** All files of the store in `folder`, also what is only being written; what workers were lent is left out. */
export async function inStore(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true });
  return found.filter((path) => !path.startsWith("tmp/read-")).toSorted();
}
