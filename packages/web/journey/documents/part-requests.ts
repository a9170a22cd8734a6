/**
 * Requests for parts of a document, never of two revisions: the first answer's entity tag is asked of every other. A lost network is
 * waited out; a refusal ends the reading, but for one that is about a part alone.
 */
import type { ErrorCode } from "@siegel/contract/codes.ts";

/** Why no more parts come: the server refused, or there is another revision now. */
export type LostOctets = { readonly status: number } | { readonly status: "changed" };

/** How a document's parts are fetched; `wait` resolves when it is worth trying again. */
export type Fetching = {
  readonly url: string;
  readonly size: number;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly wait: (tries: number) => Promise<void>;
  readonly onLost: (why: LostOctets) => void;
};

const of_this_part_only = ["PAGE_NOT_DRAWN", "PAGE_PICTURES_OFF"] as const satisfies readonly ErrorCode[];

/** The server does not give this part, and may give others; `code` says why. */
export class PartRefused extends Error {
  override readonly name = "PartRefused";
  readonly code: (typeof of_this_part_only)[number];
  constructor(code: PartRefused["code"], under: string) {
    super(`${code}: ${under}`);
    this.code = code;
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
  const lose = (why: LostOctets): null => {
    if (!lost && !closing.aborted) onLost(why);
    lost = true;
    return null;
  };
  const read = async (answer: Response): Promise<Uint8Array<ArrayBuffer> | null> => {
    const told = answer.headers.get("etag");
    etag ??= told;
    if (told !== etag || isOfOtherSize(answer, size)) return lose({ status: "changed" });
    return new Uint8Array(await answer.arrayBuffer());
  };
  return async (under, asked, left) => {
    const isOver = (): boolean => closing.aborted || left?.aborted === true;
    for (let tries = 0; !isOver() && !lost; tries += 1) {
      const { signal, stop } = eitherOf(closing, left);
      try {
        const init = { credentials: "same-origin", headers: { ...headers(), ...asked }, signal } as const;
        const answer = await fetch(`${url}${under}`, init);
        if (answer.ok) return await read(answer);
        if (answer.status < 500 && answer.status !== 429) {
          const code = partRefusal(await answer.text());
          if (code !== undefined) throw new PartRefused(code, under);
          return lose({ status: answer.status });
        }
      } catch (fault) {
        if (fault instanceof PartRefused) throw fault;
        // No network: the same again, later.
      } finally {
        stop();
      }
      if (!isOver()) await wait(tries);
    }
    return null;
  };
}

/** What the answer says of this part alone; it may be a proxy's, which says nothing. */
function partRefusal(answer: string): PartRefused["code"] | undefined {
  try {
    const told = (JSON.parse(answer) as { readonly code?: unknown } | null)?.code;
    return of_this_part_only.find((code) => code === told);
  } catch {
    return undefined;
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

/** A little longer each time; at once when the network is back. */
export function untilWorthTrying(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const come = (): void => {
      clearTimeout(timer);
      window.removeEventListener("online", come);
      resolve();
    };
    const timer = setTimeout(come, Math.min(again_after_ms_max, 500 * 2 ** tries));
    window.addEventListener("online", come);
  });
}
