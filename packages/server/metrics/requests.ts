/** Requests of a process, by call and class of status, with their durations. */
import type { Registry } from "./registry.ts";

/** One answered request. `call` is the operation's name, or its pattern; never the address that was asked for. */
export type AnsweredRequest = { readonly call: string; readonly status: number; readonly seconds: number };

/** From a health check to a signature that waits out its five seconds. */
const bounds_s = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts requests in a registry. */
export function requestFigures(registry: Registry): (request: AnsweredRequest) => void {
  const count = registry.counter("siegel_http_requests_total", "Answered requests by call and class of status.");
  const duration = registry.histogram("siegel_http_request_duration_seconds", "Time to answer, by call.", bounds_s);
  return ({ call, status, seconds }) => {
    count.add({ call, status: `${Math.floor(status / 100)}xx` });
    duration.observe({ call }, seconds);
  };
}
