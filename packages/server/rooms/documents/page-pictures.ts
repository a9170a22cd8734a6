/**
 * Pages as pictures, for devices on which the viewer cannot draw them: made of the octets that are signed whenever somebody asks, and
 * kept in memory for a while, never stored. That the octets are those of the file's name is looked at by who draws (page-worker.ts).
 */
import { boundedCache } from "@siegel/kernel/pdf/bounded-cache.ts";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import { TooMuchWork, WorkExceeded, WorkerDied } from "../../ports/bounded-work.ts";
import type { NotDrawn, PageDescription, PageDrawing, PageTask } from "../../ports/page-drawing.ts";

/** Who draws; null where that is switched off. */
type Drawer = { readonly pageDrawing: PageDrawing | null };

/** What is asked of a file, and for whom: readers take turns. */
type Asked<Task extends PageTask> = { readonly sha256: Sha256Hex; readonly task: Task; readonly reader: string };

/** Why there is no picture. */
export type PageRefusal = {
  readonly ok: false;
  readonly code: "PAGE_NOT_FOUND" | "PAGE_NOT_DRAWN" | "PAGE_PICTURES_OFF" | "TOO_MANY_REQUESTS";
  readonly message: string;
  readonly retryAfterS?: number;
};

// A document has many readers, and each of them goes back and forth. Contents never change under their name.
const pictures = boundedCache<string, Uint8Array>(64 * 1_048_576);

/** A page as WebP. @throws BlobChanged where the store holds other octets under that name */
export async function pagePicture(
  drawer: Drawer,
  { sha256, task, reader }: Asked<Extract<PageTask, { wanted: "picture" }>>,
): Promise<{ readonly ok: true; readonly octets: Uint8Array } | PageRefusal> {
  if (drawer.pageDrawing === null) return off;
  const name = `${sha256} ${task.page} ${task.width}`;
  const known = pictures.get(name);
  if (known !== undefined) return { ok: true, octets: known };
  const made = await attempt(drawer.pageDrawing, { sha256, task, reader });
  if (!made.ok) return made;
  if (!("octets" in made)) throw new Error("whoever draws answered something else");
  pictures.set(name, made.octets, made.octets.length);
  return made;
}

/** What pages say, in order from the first; fewer than were asked for where they say much. @throws BlobChanged */
export async function pageDescriptions(
  drawer: Drawer,
  asked: Asked<Extract<PageTask, { wanted: "descriptions" }>>,
): Promise<{ readonly ok: true; readonly pages: readonly PageDescription[] } | PageRefusal> {
  if (drawer.pageDrawing === null) return off;
  const made = await attempt(drawer.pageDrawing, asked);
  if (made.ok && !("pages" in made)) throw new Error("whoever draws answered something else");
  return made;
}

const off: PageRefusal = {
  ok: false,
  code: "PAGE_PICTURES_OFF",
  message: "This service draws no pages as pictures.",
};

async function attempt(drawing: PageDrawing, { sha256, task, reader }: Asked<PageTask>) {
  try {
    const made = await drawing.run(sha256, task, reader);
    return made.ok ? made : refusalOf(sha256, made);
  } catch (fault) {
    // Whoever ended its drawer once is likely to do so again: browsers repeat what looks like a passing fault, and this is none.
    if (fault instanceof WorkExceeded || fault instanceof WorkerDied) return notDrawn;
    if (!(fault instanceof TooMuchWork)) throw fault;
    const message = "Too many pages are being drawn right now. Please try again later.";
    return { ok: false, code: "TOO_MANY_REQUESTS", message, retryAfterS: fault.retryAfterS } satisfies PageRefusal;
  }
}

const notDrawn: PageRefusal = {
  ok: false,
  code: "PAGE_NOT_DRAWN",
  message: "This page cannot be drawn here, or takes more than one page may. The file itself can be read all the same.",
};

function refusalOf(sha256: Sha256Hex, { code, message }: NotDrawn): PageRefusal {
  switch (code) {
    case "NO_RENDERER":
      return off;
    case "NO_SUCH_PAGE":
      return { ok: false, code: "PAGE_NOT_FOUND", message };
    case "UNREADABLE":
      return notDrawn;
    case "BLOB_CHANGED":
      throw new BlobChanged(`blob ${sha256} holds other bytes`);
  }
}
