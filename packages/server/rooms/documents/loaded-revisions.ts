/**
 * What a signer saw is on record (decisions.md §12): which revision of each file the server handed to their session, and to which
 * program. The hash is the server's own knowledge; what the program is called is what it says of itself.
 */
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Signer } from "../workflows/workflows.ts";
import type { StoredBytes } from "./documents-store.ts";
import type { Handout } from "./list-files.ts";
import {
  insertLoading,
  type Loading,
  type Program,
  readLoadings,
  type StoredLoading,
} from "./loaded-revision-store.ts";

/** What a session is being given, and to whom. */
export type HandedOut = Program & {
  readonly sessionId: string;
  readonly signer: Pick<Signer, "signerId" | "status">;
  readonly handout: Pick<Handout, "id" | "revision">;
};

// A document is read in hundreds of parts; each process writes once that one of them was asked for.
const noted = new Set<string>();
const notedMax = 10_000;

/** Notes that a session loads a file, before it gets the first byte: the file may be approved at once. Nothing is noted after the approval. */
export async function noteLoaded(deps: { readonly db: Db; readonly clock: Clock }, handed: HandedOut): Promise<void> {
  const { sessionId, signer, handout, viewer, userAgent, drawnBy } = handed;
  if (handout.revision === null || signer.status !== "INVITED") return;
  const { signerId } = signer;
  const file = { fileId: handout.id as FileId, number: handout.revision };
  const loading: Loading = { sessionId, signerId, ...file, viewer, userAgent, drawnBy };
  const name = JSON.stringify(Object.values(loading));
  if (noted.has(name)) return;
  await insertLoading(deps.db, { ...loading, at: deps.clock.now() });
  if (noted.size >= notedMax) noted.clear();
  noted.add(name);
}

/** The revision of a file that a signer loaded last, and the programs it was loaded with; null where none was ever loaded. */
export type LoadedFile = {
  readonly fileId: FileId;
  readonly loaded:
    | (StoredBytes & {
        /** By the session that asks, else by an earlier one of the same signer. */
        readonly inThisSession: boolean;
        /** The first one first. */
        readonly programs: readonly Program[];
      })
    | null;
};

/** What the signer loaded last of each of these files: in this session, or if nothing there, in an earlier one. */
export async function lastLoaded(
  db: Db,
  asked: { readonly signerId: SignerId; readonly sessionId: string; readonly fileIds: readonly FileId[] },
): Promise<LoadedFile[]> {
  const all = await readLoadings(db, asked.signerId);
  return asked.fileIds.map((fileId) => {
    const ofFile = all.filter((one) => one.fileId === fileId);
    const last = ofFile.find(({ sessionId }) => sessionId === asked.sessionId) ?? ofFile[0];
    return {
      fileId,
      loaded:
        last === undefined ? null : { ...toLoaded(last, ofFile), inThisSession: last.sessionId === asked.sessionId },
    };
  });
}

function toLoaded({ sessionId, number, sha256, size }: StoredLoading, ofFile: readonly StoredLoading[]) {
  const same = ofFile.filter((one) => one.sessionId === sessionId && one.number === number);
  const programs = same.toReversed().map(({ viewer, userAgent, drawnBy }) => ({ viewer, userAgent, drawnBy }));
  return { sha256, size, programs };
}
