/**
 * A document whose pages the server draws, from the bytes that are signed: for devices that cannot draw them, and for pages that a
 * browser does not manage. Nothing of pdf.js is fetched; the text comes with the pages, so that they are read aloud and searched all the same.
 */
import type { PageDescription } from "@siegel/contract/calls/pages.ts";
import { described_pages_max } from "@siegel/contract/limits.ts";
import type { Box, DocumentReader, DocumentSource, Opening, Picture, ReadPage, Rect } from "./document-reader.ts";
import { layRuns } from "./lay-runs.ts";
import { type LostBytes, partRequests, type Requesting, untilWorthTrying } from "./part-requests.ts";
import { pictureWidth } from "./picture-width.ts";
import { viewerHeaders } from "./viewer-name.ts";

/** Pictures that were fetched: whoever goes back a page does not wait for it again. Compressed, they are small. */
const kept_pictures_max = 16;
const pages_at_once = 4;
/** Whoever runs through a document does not look at every page. */
const passing_ms = 120;

/** Opens a file whose pages are fetched as pictures; whose fields are foreign, the server says. `opened` rejects with PartRefused where the service does not draw the first. */
export function openPictures(
  { url, size, pages, headers }: Omit<DocumentSource, "fieldsOf">,
  onLost: (why: LostBytes) => void,
): Opening {
  const closing = new AbortController();
  const named = () => ({ ...headers(), ...viewerHeaders() });
  const fetching = { url, size, headers: named, fetch: window.fetch.bind(window) };
  const request = partRequests({ ...fetching, wait: untilWorthTrying, onLost }, closing.signal);
  const describe = descriptions(request, pages);
  const fetchPicture = pictureRequests(request);
  const reader: DocumentReader = {
    pages,
    page: async (number) => toPage(await describe.one(number), fetchPicture),
    wordsFrom: async (number, signal) => {
      const known = await describe.from(number, described_pages_max, signal);
      return known.map(({ text, filled }) => ({
        pieces: text.map((run) => ({ text: run.text, endsLine: run.ends_line })),
        filled,
      }));
    },
  };
  // The first page says whether there are any.
  return { opened: describe.one(1).then(() => reader), close: () => closing.abort() };
}

type Descriptions = {
  readonly one: (number: number) => Promise<PageDescription>;
  readonly from: (number: number, count: number, signal: AbortSignal) => Promise<readonly PageDescription[]>;
};

/** What pages say, asked for once; the next ones come along, for whoever reads on, or runs through the document. */
function descriptions(request: Requesting, pages: number): Descriptions {
  const known = new Map<number, Promise<PageDescription>>();
  const ask = async (first: number, count: number, signal?: AbortSignal): Promise<readonly PageDescription[]> => {
    const answer = await request(`/pages?first=${first}&count=${count}`, { Accept: "application/json" }, signal);
    if (answer === null) return await new Promise(() => undefined); // closed, left, or another revision: nobody waits
    return (JSON.parse(new TextDecoder().decode(answer)) as { readonly data: readonly PageDescription[] }).data;
  };
  const keep = (number: number, description: Promise<PageDescription>): void => {
    known.set(number, description);
    description.catch(() => known.delete(number));
  };
  const one = (number: number): Promise<PageDescription> => {
    const told = known.get(number);
    if (told !== undefined) return told;
    // The first page waits for no other.
    const count = number === 1 ? 1 : Math.min(pages_at_once, pages - number + 1);
    const asked = ask(number, count);
    const wanted = asked.then(([first]) => first ?? noSuchPage(number));
    keep(number, wanted);
    for (let at = 1; at < count; at += 1) {
      const next = number + at;
      if (!known.has(next))
        keep(
          next,
          asked.then(async (several) => several[at] ?? (await ask(next, 1))[0] ?? noSuchPage(next)),
        );
    }
    return wanted;
  };
  /** The run of pages from `number` on that are known, or else the run of those that are not. */
  const from = async (number: number, count: number, signal: AbortSignal): Promise<readonly PageDescription[]> => {
    const run = [known.get(number)];
    const [first] = run;
    for (let page = number + 1; page <= pages && run.length < count; page += 1) {
      const next = known.get(page);
      if ((next === undefined) !== (first === undefined)) break;
      run.push(next);
    }
    if (first !== undefined) return await untilFault(run.flatMap((one) => one ?? []));
    const told = await ask(number, run.length, signal);
    for (const description of told) keep(description.page, Promise.resolve(description));
    return told;
  };
  return { one, from };
}

/** What came before the first that does not. @throws when that is the first of all */
async function untilFault<One>(coming: readonly Promise<One>[]): Promise<readonly One[]> {
  const all = await Promise.allSettled(coming);
  const [first] = all;
  if (first?.status === "rejected") throw first.reason;
  const end = all.findIndex(({ status }) => status === "rejected");
  return all.slice(0, end < 0 ? all.length : end).flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

function noSuchPage(number: number): never {
  throw new Error(`there is no page ${number}`);
}

type FetchPicture = (page: number, width: number, signal: AbortSignal) => Promise<Blob | null>;

function pictureRequests(request: Requesting): FetchPicture {
  const kept = new Map<string, Blob>();
  return async (page, width, signal) => {
    const under = `/pages/${page}/picture?width=${width}`;
    const found = kept.get(under);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, passing_ms));
    if (signal.aborted) return null;
    const bytes = await request(under, { Accept: "image/webp" }, signal);
    if (bytes === null) return null;
    const picture = new Blob([bytes], { type: "image/webp" });
    kept.set(under, picture);
    const [oldest] = kept.keys();
    if (kept.size > kept_pictures_max && oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}

function toPage(description: PageDescription, fetchPicture: FetchPicture): ReadPage {
  const { page, width, height, transform, others, text } = description;
  return {
    size: { width, height },
    boxOf: (rect, scale) => boxWithin(transform, scale, rect),
    foreign: async () => others,
    draw: (fineness) => {
      const wanted = pictureWidth({ width, height }, fineness, window.devicePixelRatio);
      return drawn((signal) => fetchPicture(page, wanted, signal));
    },
    layText: (container) => layRuns(container, { width, height }, text),
  };
}

/** An image that shows the page when its bytes have come and were decoded. */
function drawn(fetchIt: (signal: AbortSignal) => Promise<Blob | null>): Picture {
  const leaving = new AbortController();
  const image = document.createElement("img");
  image.alt = "";
  image.decoding = "async";
  let address: string | null = null;
  async function show(): Promise<void> {
    const picture = await fetchIt(leaving.signal);
    if (picture === null || leaving.signal.aborted) throw new Error("nobody looks any more");
    address = URL.createObjectURL(picture);
    image.src = address;
    await image.decode();
  }
  const done = show();
  done.catch(() => undefined);
  const dispose = (): void => {
    leaving.abort();
    if (address !== null) URL.revokeObjectURL(address);
    image.removeAttribute("src");
    image.remove();
  };
  return { element: image, done, cancel: () => leaving.abort(), dispose };
}

/** Where a rectangle of user space lies on a page whose `transform` leads to CSS pixels at scale 1. */
export function boxWithin(transform: readonly number[], scale: number, rect: Rect): Box {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
  const at = (x: number, y: number): readonly [number, number] => [
    (a * x + c * y + e) * scale,
    (b * x + d * y + f) * scale,
  ];
  const [[ax, ay], [bx, by]] = [at(x0, y0), at(x1, y1)];
  return { left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) };
}
