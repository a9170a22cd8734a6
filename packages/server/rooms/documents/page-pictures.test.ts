import { describe, expect, it } from "vitest";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import { MachineBusy, TooMuchWork, WorkExceeded, WorkerDied } from "../../ports/bounded-work.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { PageDrawing } from "../../ports/page-drawing.ts";
import type { NotDrawn, PageOutcome, PageTask } from "../../ports/page-task.ts";
import { pageDescriptions, pagePicture } from "./page-pictures.ts";

const turn = { names: ["o".repeat(26), "w".repeat(26), "s".repeat(26)] };

let files = 0;
/** The name of a file that no other test has asked for. */
const newFile = (): Sha256Hex => (files++).toString(16).padStart(64, "0") as Sha256Hex;

/** Somebody who draws as `run` says, a clock that is moved, and what was asked of them. */
function drawerThat(run: (task: PageTask) => Promise<PageOutcome>) {
  const asked: PageTask[] = [];
  const figures = () => ({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, busy: 0, crash: 0 } });
  let now = 0;
  const pageDrawing: PageDrawing = {
    run: async ({ task }) => {
      asked.push(task);
      return await run(task);
    },
    figures,
    close: async () => undefined,
  };
  const move = (seconds: number) => {
    now += seconds * 1_000;
  };
  const faults: unknown[] = [];
  const onFault: OnFault = ({ fault }) => void faults.push(fault);
  return { pageDrawing, clock: { now: () => new Date(now) }, onFault, faults, asked, move };
}

const refusing = (code: NotDrawn["code"]) => drawerThat(async () => ({ ok: false, code, message: "played" }));
const failing = (fault: Error) => drawerThat(() => Promise.reject(fault));

type Drawer = Parameters<typeof pagePicture>[0];
const draw = (drawer: Drawer, sha256 = newFile(), width = 480, page = 1) =>
  pagePicture(drawer, { sha256, pages: 9, task: { wanted: "picture", page, width }, turn });
const describePages = (drawer: Drawer, sha256 = newFile(), first = 1, count = 1) =>
  pageDescriptions(drawer, { sha256, pages: 9, task: { wanted: "descriptions", first, count }, turn });
const both = (drawer: Drawer) => Promise.all([draw(drawer), describePages(drawer)]);

const refused = (code: string) => expect.objectContaining({ ok: false, code });

describe("a page that is not drawn", () => {
  it.each([
    ["where drawing is switched off", { ...refusing("UNREADABLE"), pageDrawing: null }, "PAGE_PICTURES_OFF"],
    ["where nothing is there that draws", refusing("NO_RENDERER"), "PAGE_PICTURES_OFF"],
    ["where the document has fewer", refusing("NO_SUCH_PAGE"), "PAGE_NOT_FOUND"],
    ["where it cannot be read", refusing("UNREADABLE"), "PAGE_NOT_DRAWN"],
    ["where whoever draws it fails", refusing("FAULT"), "PAGE_NOT_DRAWN"],
    ["where it takes too long", failing(new WorkExceeded("time", "played")), "PAGE_NOT_DRAWN"],
    ["where it takes too much memory", failing(new WorkExceeded("memory", "played")), "PAGE_NOT_DRAWN"],
    ["where it ends who draws it", failing(new WorkerDied("SIGSEGV", "played")), "PAGE_NOT_DRAWN"],
    ["where too many wait", failing(new TooMuchWork(7)), "TOO_MANY_REQUESTS"],
  ])("%s", async (_where, drawer, code) => {
    expect(await both(drawer)).toEqual([refused(code), refused(code)]);
  });

  it("is a fault where the store holds other bytes under that name", async () => {
    await expect(both(refusing("BLOB_CHANGED"))).rejects.toBeInstanceOf(BlobChanged);
  });

  it("is nobody's work where the file is known to have fewer pages", async () => {
    const drawer = refusing("UNREADABLE");
    expect([await draw(drawer, newFile(), 480, 10), await describePages(drawer, newFile(), 10)]).toEqual([
      refused("PAGE_NOT_FOUND"),
      refused("PAGE_NOT_FOUND"),
    ]);
    expect(drawer.asked).toEqual([]);
  });
});

describe("a process that died of no limit", () => {
  it("is told of, once for a page: its last words are for the log", async () => {
    const death = new WorkerDied("SIGSEGV", "played the end");
    const drawer = failing(death);
    const sha256 = newFile();
    for (const _ of [1, 2]) await draw(drawer, sha256);
    const limited = failing(new WorkExceeded("time", "played"));
    await draw(limited);
    expect([drawer.faults, limited.faults]).toEqual([[death], []]);
  });
});

describe("a fault of whoever draws", () => {
  it("is told of, once for a page, and where it is of the file nobody is", async () => {
    const [drawer, unreadable] = [refusing("FAULT"), refusing("UNREADABLE")];
    const sha256 = newFile();
    for (const _ of [1, 2]) await draw(drawer, sha256);
    await draw(unreadable);
    expect(drawer.faults).toEqual([new Error("FAULT: played")]);
    expect(unreadable.faults).toEqual([]);
  });

  it("that nothing there draws is told of once, and no process is asked for another document", async () => {
    const drawer = refusing("NO_RENDERER");
    await both(drawer);
    for (const _ of [1, 2]) expect(await draw(drawer)).toEqual(refused("PAGE_PICTURES_OFF"));
    expect(drawer.faults).toEqual([new Error("NO_RENDERER: played")]);
    // The two that came at once.
    expect(drawer.asked).toHaveLength(2);
  });
});

describe("[T-014] a page that failed", () => {
  it.each([
    ["at the limit of time", failing(new WorkExceeded("time", "played"))],
    ["at the limit of memory", failing(new WorkExceeded("memory", "played"))],
    ["with the process that drew it", failing(new WorkerDied("SIGSEGV", "played"))],
    ["because it cannot be read", refusing("UNREADABLE")],
    ["by a fault of whoever draws", refusing("FAULT")],
  ])("%s is answered at once for five minutes, and then tried again", async (_how, drawer) => {
    const sha256 = newFile();
    for (const _ of [1, 2, 3]) {
      expect(await draw(drawer, sha256)).toEqual(refused("PAGE_NOT_DRAWN"));
      expect(await describePages(drawer, sha256)).toEqual(refused("PAGE_NOT_DRAWN"));
    }
    expect(drawer.asked).toHaveLength(2);
    drawer.move(301);
    await draw(drawer, sha256);
    expect(drawer.asked).toHaveLength(3);
  });

  it("is another matter where too many waited, or the bytes are others: that is asked again", async () => {
    const sha256 = newFile();
    const busy = failing(new TooMuchWork(7));
    for (const _ of [1, 2]) await draw(busy, sha256);
    const starved = failing(new MachineBusy("played"));
    for (const _ of [1, 2])
      expect(await draw(starved, sha256)).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterS: 30 });
    const changed = refusing("BLOB_CHANGED");
    for (const _ of [1, 2]) await expect(draw(changed, sha256)).rejects.toBeInstanceOf(BlobChanged);
    expect([busy.asked.length, starved.asked.length, changed.asked.length]).toEqual([2, 2, 2]);
  });

  it("is told to who waited for their turn meanwhile, and so is a picture that was made", async () => {
    const [failed, made] = [newFile(), newFile()];
    const bytes = new Uint8Array(3);
    const known: unknown[] = [];
    const { pageDrawing, ...drawer } = drawerThat(async () => ({ ok: true, bytes }));
    const run: PageDrawing["run"] = async ({ sha256, task }, { known: isKnown }) => {
      // What another's request came to while this one waited.
      if (sha256 === failed) await draw({ ...failing(new WorkerDied("SIGSEGV", "played")), ...drawer }, failed);
      else await draw({ pageDrawing, ...drawer }, made);
      known.push(isKnown?.());
      return isKnown?.() ?? (await pageDrawing.run({ sha256, task }, turn));
    };
    const waiting = { ...drawer, pageDrawing: { ...pageDrawing, run } };
    expect(await draw(waiting, failed)).toEqual(refused("PAGE_NOT_DRAWN"));
    expect(await draw(waiting, made)).toEqual({ ok: true, bytes });
    expect(known).toEqual([refused("UNREADABLE"), { ok: true, bytes }]);
    expect(drawer.asked).toHaveLength(1);
  });

  it("keeps none that was asked for with it from being described", async () => {
    const page = (number: number) => ({
      page: number,
      size: { width: 1, height: 1 },
      transform: [],
      widgets: [],
      text: [],
    });
    const drawer = drawerThat(async (task) => {
      if (task.wanted === "picture") throw new Error("nobody asked for one");
      const numbers = Array.from({ length: task.count }, (_, at) => task.first + at);
      if (numbers.includes(4)) throw new WorkExceeded("time", "played");
      return { ok: true, pages: numbers.map(page) };
    });
    const sha256 = newFile();
    expect(await describePages(drawer, sha256, 2, 4)).toEqual({ ok: true, pages: [page(2)] });
    expect(await describePages(drawer, sha256, 3, 4)).toEqual({ ok: true, pages: [page(3)] });
    expect(await describePages(drawer, sha256, 4, 4)).toEqual(refused("PAGE_NOT_DRAWN"));
    expect(await describePages(drawer, sha256, 6, 3)).toEqual({ ok: true, pages: [page(6), page(7), page(8)] });
    const costs = drawer.asked.filter((task) => task.wanted === "descriptions" && task.first + task.count > 4);
    // The four together, page 4 by itself, and those after it.
    expect(costs).toHaveLength(3);
  });
});
