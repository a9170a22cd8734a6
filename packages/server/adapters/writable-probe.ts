/** Whether a folder still takes what is written to it: permission says nothing of a disk that is full. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

const probe_bytes = 256 * 1024;
const again_after_ms = 3_000;

/**
 * A check that writes a file to `<folder>/tmp`, makes it durable and removes it. Anybody may ask for it, at any rate: within three
 * seconds everybody gets the same answer, and while one is being found nobody begins another. @throws with the reason
 */
export function writableProbe(folder: string): () => Promise<void> {
  let found: { readonly at: number; readonly answer: Promise<void> } | null = null;
  return async () => {
    if (found === null || performance.now() - found.at > again_after_ms) {
      const answer = writeProbe(join(folder, "tmp"));
      const asked = { at: Number.POSITIVE_INFINITY, answer };
      found = asked;
      const ended = () => {
        if (found === asked) found = { at: performance.now(), answer };
      };
      answer.then(ended, ended);
    }
    await found.answer;
  };
}

async function writeProbe(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Named like what is being put: left by a process that died, it is cleared away like that.
  const path = join(folder, randomBytes(16).toString("hex"));
  const file = await open(path, "wx", 0o600);
  try {
    // Random: a file system that packs or shares equal blocks would find room for zeros.
    await file.writeFile(randomBytes(probe_bytes));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
