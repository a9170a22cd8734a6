/** What a process says of itself: memory, processor time, and how late its event loop is. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Figure, type Reading, writeReadings } from "./registry.ts";

const delay_figure: Figure = {
  name: "siegel_event_loop_delay_seconds",
  help: "How late the event loop was since the last question, by quantile.",
  type: "gauge",
};
const memory_figure: Figure = { name: "siegel_memory_bytes", help: "Memory of the process by kind.", type: "gauge" };
const processor_figure: Figure = {
  name: "siegel_processor_seconds_total",
  help: "Processor time of the process.",
  type: "counter",
};

/** Starts to watch the event loop; `text` answers the figures and begins a new interval, `stop` ends the watch. */
export function runtimeFigures(): { readonly text: () => string; readonly stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    text: () => {
      const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
      const quantiles: Reading[] = [50, 99].map((q) => ({
        labels: { quantile: String(q / 100) },
        value: seconds(delay.percentile(q)),
      }));
      const delays = [...quantiles, { labels: { quantile: "1" }, value: seconds(delay.max) }];
      delay.reset();
      const { rss, heapUsed, external } = process.memoryUsage();
      const kinds = { resident: rss, heap: heapUsed, external };
      const memory = Object.entries(kinds).map(([kind, value]) => ({ labels: { kind }, value }));
      const { user, system } = process.cpuUsage();
      return (
        writeReadings(delay_figure, delays) +
        writeReadings(memory_figure, memory) +
        writeReadings(processor_figure, [{ value: (user + system) / 1e6 }])
      );
    },
    stop: () => delay.disable(),
  };
}
