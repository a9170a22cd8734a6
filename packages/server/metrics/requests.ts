/** Requests of a process, by call and class of status, with their durations. */
import { Counter, Histogram, type Registry } from "prom-client";

/** One answered request. `call` is the operation's name, or its pattern; never the address that was asked for. */
export type AnsweredRequest = { readonly call: string; readonly status: number; readonly seconds: number };

/** From a health check to a signature that waits out its five seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts requests in a registry. */
export function requestFigures(registry: Registry): (request: AnsweredRequest) => void {
  const registers = [registry];
  const count = new Counter({
    name: "siegel_http_requests_total",
    help: "Answered requests by call and class of status.",
    labelNames: ["call", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "siegel_http_request_duration_seconds",
    help: "Time to answer, by call.",
    labelNames: ["call"],
    buckets,
    registers,
  });
  return ({ call, status, seconds }) => {
    count.inc({ call, status: `${Math.floor(status / 100)}xx` });
    duration.observe({ call }, seconds);
  };
}
