/**
 * The parts of the program that are fetched when they are needed. One may not come: there is no network at that moment, or the service
 * has been replaced by a newer version since the page was opened, and with it the names of its files. Then a reload helps.
 */

/** A part of the program that did not come. */
export class PartMissing extends Error {
  override readonly name = "PartMissing";
}

/** Why a part does not come: the service cannot be reached from here, or it answers and the part is not there. */
export type WhyMissing = "away" | "ours";

const reloaded_key = "reloaded";
const patience_ms = 10_000;

/** Fetches a part. @throws PartMissing */
export async function fetchPart<Part>(fetchIt: () => Promise<Part>): Promise<Part> {
  try {
    return await fetchIt();
  } catch (cause) {
    throw new PartMissing("a part of the program did not come", { cause });
  }
}

/** Fetches what a page is made of; once it is there, the next one that is missing may be reloaded for again. @throws PartMissing */
export async function fetchPage<Part>(fetchIt: () => Promise<Part>): Promise<Part> {
  const page = await fetchPart(fetchIt);
  forgetReload();
  return page;
}

/** Why a part did not come, as far as it can be told: whether the service answers what a reload would ask it for. */
export async function askWhyMissing(): Promise<WhyMissing> {
  const asking = new AbortController();
  const timer = setTimeout(() => asking.abort(), patience_ms);
  try {
    const answer = await fetch("/", { method: "HEAD", cache: "no-store", signal: asking.signal });
    return answer.ok ? "ours" : "away";
  } catch {
    return "away";
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads the page anew, unless that was done for a missing part before and did not help; whether it does. Only where the service answers:
 * without it the browser would put a page of its own in place of ours.
 */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(reloaded_key) !== null) return false;
    sessionStorage.setItem(reloaded_key, "1");
  } catch {
    return false; // nothing can be remembered, so nothing would end it
  }
  window.location.reload();
  return true;
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(reloaded_key);
  } catch {
    // Nothing can be remembered, so there is nothing to forget.
  }
}
