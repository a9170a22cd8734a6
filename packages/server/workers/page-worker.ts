/**
 * Draws pages of the one document that was lent to it, in a process that can be ended at any time. An entry point, like main.ts. What
 * draws is native code: it is loaded before anything foreign is read, and nothing more can be loaded afterwards.
 */
import { openSync } from "node:fs";
import { fileSource } from "../adapters/store/file-source.ts";
import type { LentDocument } from "../adapters/workers/document-workers.ts";
import type { PdfPages } from "../adapters/workers/pdf-pages.ts";
import type { PageDescription } from "../ports/page-description.ts";
import type {
  DescriptionsTask,
  NotDrawn,
  PageDescriptions,
  PageOutcome,
  PagePicture,
  PageTask,
  PictureTask,
} from "../ports/page-task.ts";
import { sha256Of } from "../rooms/intake/intake.ts";
import { serveTasks } from "./serve-tasks.ts";

/** Characters of an answer, about; a page more is given where none was yet. */
const answer_chars_max = 4_000_000;
/** What a run of text, or a field, is written with beside its text. */
const part_chars = 120;
/** Whoever asks for several pages has the first ones soon: all of them together have the time of one task. */
const answer_ms_max = 4_000;

const renderer = await import("../adapters/workers/pdf-pages.ts").catch((fault: unknown) => String(fault));

let opened: Promise<PdfPages | NotDrawn> | undefined;

serveTasks(async ({ path, sha256, task }: LentDocument & { readonly task: PageTask }): Promise<PageOutcome> => {
  opened ??= open(path, sha256);
  const pages = await opened;
  if ("ok" in pages) return pages;
  try {
    return task.wanted === "picture" ? await drawn(pages, task) : await described(pages, task);
  } catch (fault) {
    return failure(fault);
  }
});

const refusal = (code: NotDrawn["code"], message: string): NotDrawn => ({ ok: false, code, message });

async function open(path: string, sha256: string): Promise<PdfPages | NotDrawn> {
  if (typeof renderer === "string") return refusal("NO_RENDERER", renderer);
  // Never closed: this process ends with its document.
  const source = fileSource(openSync(path, "r"), "the document");
  if (sha256Of(source) !== sha256) return refusal("BLOB_CHANGED", "it holds other bytes than its name says");
  return await renderer.openPages(source).catch(failure);
}

function failure(fault: unknown): NotDrawn {
  if (typeof renderer !== "string" && renderer.isOfFile(fault)) return refusal("UNREADABLE", String(fault));
  return refusal("FAULT", withoutContent(fault));
}

/** Its kind and where it was thrown: what a fault says may be what the document says. */
function withoutContent(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault;
  const places = (fault.stack ?? "")
    .replace(fault.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return [fault.constructor.name, ...places].join("\n");
}

async function drawn(pages: PdfPages, { page, width }: PictureTask) {
  if (page > pages.count) return refusal("NO_SUCH_PAGE", `it has ${pages.count} pages`);
  return { ok: true, bytes: await pages.picture(page, width) } satisfies PagePicture;
}

async function described(pages: PdfPages, { first, count }: DescriptionsTask) {
  if (first > pages.count) return refusal("NO_SUCH_PAGE", `it has ${pages.count} pages`);
  const found: PageDescription[] = [];
  let chars = 0;
  const begun = performance.now();
  const isEnough = () => chars >= answer_chars_max || performance.now() - begun >= answer_ms_max;
  for (let page = first; page < first + count && page <= pages.count && !isEnough(); page += 1) {
    const description = await pages.describe(page);
    for (const { text } of [...description.text, ...description.widgets]) chars += text.length + part_chars;
    found.push(description);
  }
  return { ok: true, pages: found } satisfies PageDescriptions;
}
