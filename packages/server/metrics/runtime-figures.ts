/** What a process says of itself: memory, processor time, and how late its event loop is. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "prom-client";
import { type Reading, readCounter, readGauge } from "./read-figures.ts";

/** Adds the figures to a registry and starts to watch the event loop; each answer begins a new interval, `stop` ends the watch. */
export function runtimeFigures(registry: Registry): { readonly stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  readGauge(
    registry,
    {
      name: "siegel_event_loop_delay_seconds",
      help: "How late the event loop was since the last question, by quantile.",
      labels: ["quantile"],
    },
    () => takeDelays(delay),
  );
  readGauge(
    registry,
    { name: "siegel_memory_bytes", help: "Memory of the process by kind.", labels: ["kind"] },
    memoryReadings,
  );
  readCounter(registry, { name: "siegel_processor_seconds_total", help: "Processor time of the process." }, () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6 }];
  });
  return { stop: () => delay.disable() };
}

function takeDelays(delay: ReturnType<typeof monitorEventLoopDelay>): Reading[] {
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  const quantiles = [
    ["0.5", delay.percentile(50)],
    ["0.99", delay.percentile(99)],
    ["1", delay.max],
  ] as const;
  delay.reset();
  return quantiles.map(([quantile, nanoseconds]) => ({ labels: { quantile }, value: seconds(nanoseconds) }));
}

function memoryReadings(): Reading[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  return Object.entries({ resident: rss, heap: heapUsed, external }).map(([kind, value]) => ({
    labels: { kind },
    value,
  }));
}
