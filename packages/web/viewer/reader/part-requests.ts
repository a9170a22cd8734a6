/**
 * Requests for parts of a document, never of two revisions: the first answer's entity tag is asked of every other. A lost network is
 * waited out, and so is a server that asks for patience; a refusal ends the reading, but for one that is about a part alone.
 */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { readRetryAfter } from "../../api/answer.ts";

/** Why no more parts come: the server refused, with the code it gave, or there is another revision now. */
export type LostBytes =
  | { readonly status: number; readonly code: string | null }
  | { readonly status: "changed"; readonly code: null };

/** How a document's parts are fetched; `wait` resolves when it is worth trying again, `leastMs` from now at the earliest. */
export type Fetching = {
  readonly url: string;
  readonly size: number;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly wait: (tries: number, leastMs: number) => Promise<void>;
  readonly onLost: (why: LostBytes) => void;
};

const of_this_part_only = "PAGE_NOT_DRAWN" satisfies ErrorCode;

/** The server does not give this part, and may give others; `code` says why. */
export class PartRefused extends Error {
  override readonly name = "PartRefused";
  readonly code = of_this_part_only;
  constructor(under: string) {
    super(`${of_this_part_only}: ${under}`);
  }
}

/** Asks for `under` below the document's address. null when the reading has ended, or `signal` says nobody waits. @throws PartRefused */
export type Requesting = (
  under: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Requests of one document until `closing`. */
export function partRequests({ url, size, headers, fetch, wait, onLost }: Fetching, closing: AbortSignal): Requesting {
  let etag: string | null = null;
  let lost = false;
  const lose = (why: LostBytes): null => {
    if (!lost && !closing.aborted) onLost(why);
    lost = true;
    return null;
  };
  const isOfOtherRevision = (answer: Response): boolean => {
    const told = answer.headers.get("etag");
    etag ??= told;
    return told !== etag || isOfOtherSize(answer, size);
  };
  /** What the server said for good; undefined where it is worth asking again. */
  const read = async (answer: Response, under: string): Promise<Uint8Array<ArrayBuffer> | null | undefined> => {
    const { status } = answer;
    if (answer.ok) {
      if (isOfOtherRevision(answer)) return lose({ status: "changed", code: null });
      const bytes = await unlessAway(answer.arrayBuffer());
      return bytes === undefined ? undefined : new Uint8Array(bytes);
    }
    if (status >= 500 || status === 429) return undefined;
    const told = await unlessAway(answer.text());
    if (told === undefined) return undefined;
    const code = codeIn(told);
    if (code === of_this_part_only) throw new PartRefused(under);
    return lose({ status, code });
  };
  return async (under, asked, left) => {
    const isOver = (): boolean => closing.aborted || left?.aborted === true;
    for (let tries = 0; !isOver() && !lost; tries += 1) {
      const { signal, stop } = eitherOf(closing, left);
      let answer: Response | undefined;
      try {
        const init = { credentials: "same-origin", headers: { ...headers(), ...asked }, signal } as const;
        answer = await unlessAway(fetch(`${url}${under}`, init));
        const said = answer && (await read(answer, under));
        if (said !== undefined) return said;
      } finally {
        stop();
      }
      const patience = readRetryAfter(answer?.headers.get("retry-after") ?? null) ?? 0;
      if (!isOver()) await wait(tries, patience * 1_000);
    }
    return null;
  };
}

/** What comes over the network; undefined where that was lost (Fetch, §4.1 and §5.3: a TypeError) or the request aborted. Other faults are ours. */
async function unlessAway<Part>(coming: Promise<Part>): Promise<Part | undefined> {
  try {
    return await coming;
  } catch (fault) {
    if (fault instanceof TypeError || (fault instanceof DOMException && fault.name === "AbortError")) return undefined;
    throw fault;
  }
}

/** The code of a refusal; null where the answer is a proxy's, which has none. */
function codeIn(answer: string): string | null {
  try {
    const code = (JSON.parse(answer) as { readonly code?: unknown } | null)?.code;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

/** AbortSignal.any is younger than the phones this is for. */
function eitherOf(one: AbortSignal, other: AbortSignal | undefined): { signal: AbortSignal; stop: () => void } {
  if (other === undefined) return { signal: one, stop: () => undefined };
  const both = new AbortController();
  const abort = (): void => both.abort();
  const all = [one, other];
  for (const signal of all) signal.addEventListener("abort", abort);
  const stop = (): void => {
    for (const signal of all) signal.removeEventListener("abort", abort);
  };
  return { signal: both.signal, stop };
}

/** The list of files was read before the file grew. */
function isOfOtherSize(answer: Response, size: number): boolean {
  const total = /\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1];
  return total !== undefined && Number(total) !== size;
}

const again_after_ms_max = 15_000;

/** A little longer each time, and as long as the server asked for; where it did not, at once when the network is back. */
export function untilWorthTrying(tries: number, leastMs: number): Promise<void> {
  return new Promise((resolve) => {
    const come = (): void => {
      clearTimeout(timer);
      window.removeEventListener("online", come);
      resolve();
    };
    const timer = setTimeout(come, Math.max(leastMs, Math.min(again_after_ms_max, 500 * 2 ** tries)));
    if (leastMs === 0) window.addEventListener("online", come);
  });
}
