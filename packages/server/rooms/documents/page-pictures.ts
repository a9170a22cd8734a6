/**
 * Pages as pictures, for devices on which the viewer cannot draw them: made of the bytes that are signed whenever somebody asks, and
 * kept in memory for a while, never stored. That the bytes are those of the file's name is looked at by who draws (page-worker.ts).
 */
import { boundedCache } from "@siegel/kernel/pdf/bounded-cache.ts";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import { MachineBusy, TooMuchWork, type Turn, WorkExceeded, WorkerDied } from "../../ports/bounded-work.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { PageDrawing } from "../../ports/page-drawing.ts";
import type {
  DescriptionsTask,
  NotDrawn,
  PageDescriptions,
  PageOutcome,
  PagePicture,
  PageTask,
  PictureTask,
} from "../../ports/page-task.ts";
import { pageFailures } from "./page-failures.ts";

/** The part that draws, null where drawing is switched off; `onFault` gets the faults that are not caused by a file. */
type Drawer = { readonly pageDrawing: PageDrawing | null; readonly clock: Clock; readonly onFault: OnFault };

/** A task on a file, and whose turn it is. `pages`: how many pages the file has; null if they were not counted. */
export type Asked<Task extends PageTask> = {
  readonly sha256: Sha256Hex;
  readonly pages: number | null;
  readonly task: Task;
  readonly turn: Omit<Turn<PageOutcome>, "known">;
};

/** Why there is no picture. */
export type PageRefusal = {
  readonly ok: false;
  readonly code: "PAGE_NOT_FOUND" | "PAGE_NOT_DRAWN" | "PAGE_PICTURES_OFF" | "TOO_MANY_REQUESTS";
  readonly message: string;
  readonly retryAfterS?: number;
};

// A document has many readers, and each of them goes back and forth. Contents never change under their name.
const pictures = boundedCache<string, PagePicture>(64 * 1_048_576);
const failures = pageFailures();
/** Drawers that said they have no drawing program: each further document would cost a process that says the same again. */
const unable = new WeakSet<PageDrawing>();

/** A page as WebP. @throws BlobChanged where the store holds other bytes under that name, and the reason of the turn's signal */
export async function pagePicture(drawer: Drawer, asked: Asked<PictureTask>): Promise<PagePicture | PageRefusal> {
  const { sha256, task } = asked;
  const name = `${sha256} ${task.page} ${task.width}`;
  const made = await attempt(drawer, asked, () => pictures.get(name));
  if (!made.ok) return made;
  if (!("bytes" in made)) throw new Error("whoever draws answered something else");
  if (pictures.get(name) === undefined) pictures.set(name, made, made.bytes.length);
  return made;
}

/** What pages say, in order from the first; fewer than were asked for where they say much, or one cannot be described. @throws as `pagePicture` */
export async function pageDescriptions(
  drawer: Drawer,
  asked: Asked<DescriptionsTask>,
): Promise<PageDescriptions | PageRefusal> {
  const made = await attempt(drawer, asked, () => undefined);
  if (made.ok && !("pages" in made)) throw new Error("whoever draws answered something else");
  // The work that one page costs does not count against the other pages of the same request.
  if (made.ok || made.code !== "PAGE_NOT_DRAWN" || asked.task.count === 1) return made;
  return await pageDescriptions(drawer, { ...asked, task: { ...asked.task, count: 1 } });
}

const off: PageRefusal = {
  ok: false,
  code: "PAGE_PICTURES_OFF",
  message: "This service draws no pages as pictures.",
};

const notDrawn: PageRefusal = {
  ok: false,
  code: "PAGE_NOT_DRAWN",
  message: "This page cannot be drawn here, or takes more than one page may. The file itself can be read all the same.",
};

const failedLately: NotDrawn = { ok: false, code: "UNREADABLE", message: "it could not be drawn a while ago" };

async function attempt<Task extends PageTask>(
  { pageDrawing, clock, onFault }: Drawer,
  { sha256, pages, task, turn }: Asked<Task>,
  kept: () => PageOutcome | undefined,
): Promise<PagePicture | PageDescriptions | PageRefusal> {
  if (pageDrawing === null || unable.has(pageDrawing)) return off;
  // If the answer is already known, the worker is not asked and no turn is waited for.
  if (pages !== null && firstOf(task) > pages) return noSuchPage(`it has ${pages} pages`);
  const tell = (fault: unknown) => {
    const undone = `${task.wanted} of page ${firstOf(task)}`;
    onFault({ room: "documents", undone, actId: sha256, fault, outage: false });
  };
  const known = () => (failures.includes(sha256, task, clock.now()) ? failedLately : kept());
  try {
    const made = known() ?? (await pageDrawing.run({ sha256, task }, { ...turn, known }));
    if (made.ok) return made;
    const isFault = made.code === "FAULT" || (made.code === "NO_RENDERER" && !unable.has(pageDrawing));
    if (isFault) tell(new Error(`${made.code}: ${made.message}`));
    if (made.code === "NO_RENDERER") unable.add(pageDrawing);
    if ((made.code === "UNREADABLE" && made !== failedLately) || made.code === "FAULT")
      failures.add(sha256, task, clock.now());
    return refusalOf(sha256, made);
  } catch (fault) {
    // A file that ended its worker once is likely to do so again. Browsers retry what looks like a passing fault, so this must not look like one.
    if (fault instanceof WorkExceeded || fault instanceof WorkerDied) {
      failures.add(sha256, task, clock.now());
      if (fault instanceof WorkerDied) tell(fault);
      return notDrawn;
    }
    if (!(fault instanceof TooMuchWork || fault instanceof MachineBusy)) throw fault;
    const message = "Too many pages are being drawn right now. Please try again later.";
    return { ok: false, code: "TOO_MANY_REQUESTS", message, retryAfterS: fault.retryAfterS };
  }
}

const firstOf = (task: PageTask): number => (task.wanted === "picture" ? task.page : task.first);

const noSuchPage = (message: string): PageRefusal => ({ ok: false, code: "PAGE_NOT_FOUND", message });

function refusalOf(sha256: Sha256Hex, { code, message }: NotDrawn): PageRefusal {
  switch (code) {
    case "NO_RENDERER":
      return off;
    case "NO_SUCH_PAGE":
      return noSuchPage(message);
    case "UNREADABLE":
    case "FAULT":
      return notDrawn;
    case "BLOB_CHANGED":
      throw new BlobChanged(`blob ${sha256} holds other bytes`);
  }
}
