/**
 * Bounded work on documents of a store (ports/page-drawing.ts): a process that has read one document never reads another, and of
 * files it sees our code and that one. What a hostile document made of its process, it made of itself.
 */
import type { BlobFile, BlobStore, Sha256Hex } from "../../ports/blobs.ts";
import type { BoundedWork, OnDocument } from "../../ports/bounded-work.ts";
import { fairTurns, type TurnLimits } from "./fair-turns.ts";
import { startWorker, type Worker, type WorkerLimits } from "./start-worker.ts";
import { countEnding } from "./worker-pool.ts";

/** `keptMs`: how long a process waits for more work on its document. `workersMax` counts those that wait, too. */
export type DocumentLimits = WorkerLimits & TurnLimits & { readonly keptMs: number };

/**
 * decisions 0016: what one page may cost. Two at once, since drawing is for few readers, and of one workflow one: the other is there for
 * everybody else, however heavy its files are. What waits is what somebody looks at, so one reader has few in the queue.
 */
export const defaultDocumentLimits: DocumentLimits = {
  timeMs: 15_000,
  heapMb: 384,
  memoryMb: 768,
  keptMb: 512,
  isNative: true,
  workersMax: 2,
  waitingMax: 128,
  waitingMs: 20_000,
  // An organisation's, a workflow's, a reader's.
  ofOne: [{ waitingMax: 64 }, { waitingMax: 24, takenMax: 1 }, { waitingMax: 12 }],
  keptMs: 60_000,
};

/** What a worker is told: its task, and where the one document lies that it reads in its life. */
export type LentDocument = { readonly path: string; readonly sha256: Sha256Hex };

const closed = "the workers are closed";

/** A process and its document. */
type Reader = { readonly sha256: Sha256Hex; readonly worker: Worker; readonly lent: BlobFile };

/** Processes that run `entry`, which calls `serveTasks`, started when there is work; `run` also throws BlobMissing. */
export function documentWorkers<Task, Outcome>(
  entry: URL,
  blobs: Pick<BlobStore, "asFile">,
  limits: DocumentLimits = defaultDocumentLimits,
): BoundedWork<OnDocument<Task>, Outcome> {
  const turns = fairTurns(limits);
  const readers = readersOf(async (sha256) => {
    const lent = await blobs.asFile(sha256);
    return await startReader(entry, limits, { sha256, lent });
  }, limits);
  const ended = { time: 0, memory: 0, busy: 0, crash: 0 };
  return {
    run: async ({ sha256, task }, turn) => {
      if (readers.isClosed()) throw new Error(closed);
      return await turns.have(turn, async () => {
        const reader = await readers.take(sha256);
        try {
          // It may have taken a while to start.
          turn.left?.throwIfAborted();
          return (await reader.worker.perform({ path: reader.lent.path, sha256, task })) as Outcome;
        } catch (fault) {
          // What died then, died of us.
          if (readers.isClosed()) throw new Error(closed, { cause: fault });
          countEnding(ended, fault);
          throw fault;
        } finally {
          await readers.rest(reader);
        }
      });
    },
    figures: () => ({ busy: turns.counts().taken, waiting: turns.counts().waiting, ended }),
    close: readers.close,
  };
}

type Readers = {
  /** One for this document: who rests with it, or a new one. */
  readonly take: (sha256: Sha256Hex) => Promise<Reader>;
  readonly rest: (reader: Reader) => Promise<void>;
  readonly isClosed: () => boolean;
  readonly close: () => Promise<void>;
};

function readersOf(open: (sha256: Sha256Hex) => Promise<Reader>, { workersMax, keptMs }: DocumentLimits): Readers {
  const alive = new Set<Reader>();
  /** Places taken by those that are not alive yet. */
  let starting = 0;
  /** Those without work, longest first. */
  const resting = new Map<Reader, NodeJS.Timeout>();
  let isClosed = false;

  const end = async (reader: Reader): Promise<void> => {
    clearTimeout(resting.get(reader));
    resting.delete(reader);
    alive.delete(reader);
    // A file that somebody has open cannot be removed everywhere: on a folder of another machine it keeps its folder from going.
    await reader.worker.end();
    await reader.lent.close();
  };
  const start = async (sha256: Sha256Hex): Promise<Reader> => {
    // Counted before anything is waited for: two who start at once are two.
    starting += 1;
    try {
      for (const oldest of resting.keys()) if (alive.size + starting > workersMax) await end(oldest);
      const started = await open(sha256);
      alive.add(started);
      if (!isClosed) return started;
      await end(started);
      throw new Error(closed);
    } finally {
      starting -= 1;
    }
  };
  const take = async (sha256: Sha256Hex): Promise<Reader> => {
    for (const [reader, timer] of resting) {
      if (reader.sha256 !== sha256) continue;
      clearTimeout(timer);
      resting.delete(reader);
      if (reader.worker.isFit()) return reader;
      await end(reader);
    }
    return await start(sha256);
  };
  const rest = async (reader: Reader): Promise<void> => {
    if (isClosed || !reader.worker.isFit()) return await end(reader);
    const timer = setTimeout(() => void end(reader), keptMs);
    resting.set(reader, timer.unref());
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.all([...alive].map(end));
  };
  return { take, rest, close, isClosed: () => isClosed };
}

async function startReader(entry: URL, limits: DocumentLimits, of: Omit<Reader, "worker">): Promise<Reader> {
  try {
    return { ...of, worker: await startWorker(entry, limits, { read: [of.lent.path], write: [] }) };
  } catch (fault) {
    await of.lent.close();
    throw fault;
  }
}
