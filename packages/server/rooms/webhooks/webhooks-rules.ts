/** What an event says, when a delivery is tried again, and where it leads. Pure. */
import { webhook_tried_s } from "@siegel/contract/limits.ts";
import type { WebhookEventType } from "@siegel/contract/webhook-events.ts";

/** The bytes of an event (Standard Webhooks: type, timestamp, data), made once. */
export const bodyOf = (event: {
  readonly type: WebhookEventType;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}): string => JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data });

/** The server behind an address: scheme, host and port. */
export const originOf = (url: string): string => new URL(url).origin;

const minute = 60;
const hour = 60 * minute;
/** Seconds between two tries; the last one repeats. */
const pauses: readonly number[] = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour];
const longest_pause = 8 * hour;

/** Whether an answer says that the event arrived. Any other status is a failure, also 410: nothing is switched off by an answer. */
export const hasArrived = (status: number): boolean => status >= 200 && status < 300;

/**
 * When a delivery is tried again that failed `tries` times; null: never. The last try is made when the time is over. `retryAfter`: what the
 * receiver asked for, which may lengthen a pause but not past the longest.
 */
export function nextTryAt(
  tried: { readonly tries: number; readonly since: Date; readonly retryAfter: string | null },
  now: Date,
): Date | null {
  const end = tried.since.getTime() + webhook_tried_s * 1_000;
  if (now.getTime() >= end) return null;
  const asked = Math.min(secondsOf(tried.retryAfter, now), longest_pause);
  const pause = Math.max(pauses[tried.tries - 1] ?? longest_pause, asked);
  return new Date(Math.min(end, now.getTime() + pause * 1_000));
}

/** RFC 9110 §10.2.3: seconds, or a date. Anything else is 0. */
function secondsOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
