/** The timer's work that forgets what senders left behind: says which rooms may name a blob. */
import type { ServerDeps } from "../deps.ts";
import { isRevision } from "../rooms/documents/documents.ts";
import { isReport } from "../rooms/evidence/evidence.ts";
import { forgetUnused } from "../rooms/sending/sending.ts";
import { isStepBlob } from "../rooms/signing/signing.ts";

/** Every room that keeps names of blobs is asked; a new one has to be added here. */
const namingRooms = [isRevision, isStepBlob, isReport] as const;

/** Forgets answers and uploads that nobody used for a day, and the blobs that nobody names any more. */
export async function forgetUnusedJob(
  deps: Pick<ServerDeps, "db" | "clock" | "blobs">,
): Promise<Awaited<ReturnType<typeof forgetUnused>>> {
  return await forgetUnused({
    ...deps,
    isNamed: async (db, sha256) => {
      for (const isNamed of namingRooms) if (await isNamed(db, sha256)) return true;
      return false;
    },
  });
}
