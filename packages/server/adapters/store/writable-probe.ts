/** Whether a folder still takes what is written to it: permission says nothing of a disk that is full. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

const probe_bytes = 256 * 1024;

/** How long an answer stands, and how long a write that does not end is waited for before another may find that all is well again. */
export type ProbeTimes = { readonly wellMs: number; readonly faultMs: number; readonly hungMs: number };

// A fault is looked at again soon: whoever mended it waits for that.
const usual: ProbeTimes = { wellMs: 15_000, faultMs: 3_000, hungMs: 30_000 };

/** Each holds a thread of the pool that signs and reads too. */
const hung_at_once_max = 2;

/**
 * A check that requires the store, writes a file to `<folder>/tmp`, makes it durable and removes it. Anybody may ask for it, at any rate: within seconds
 * everybody gets the same answer, and while one is being found nobody begins another. @throws with the reason
 */
export function writableProbe(
  folder: string,
  requireStore: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  return answerForAll(async () => {
    await requireStore();
    await writeProbe(join(folder, "tmp"));
  }, usual);
}

/** Asks `find` for everybody at once, as rarely as `times` say. */
export function answerForAll(find: () => Promise<void>, times: ProbeTimes): () => Promise<void> {
  let found: { readonly until: number; readonly answer: Promise<void> } | null = null;
  let running = 0;
  return async () => {
    const now = performance.now();
    if (found === null || (now >= found.until && running < hung_at_once_max)) {
      running++;
      const answer = find().finally(() => running--);
      const asked = { until: now + times.hungMs, answer };
      found = asked;
      const endsIn = (ms: number) => () => {
        if (found === asked) found = { until: performance.now() + ms, answer };
      };
      answer.then(endsIn(times.wellMs), endsIn(times.faultMs));
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
