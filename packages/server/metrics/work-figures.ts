/** How foreign files are read: how many at once, how many wait, and what workers ended of. */
import type { WorkFigures } from "../ports/bounded-work.ts";
import { type Figure, writeReadings } from "./registry.ts";

const tasks_figure: Figure = {
  name: "siegel_intake_files",
  help: "Files that are read right now, and that wait for it, by state.",
  type: "gauge",
};
const ended_figure: Figure = {
  name: "siegel_intake_workers_ended_total",
  help: "Workers that ended while they read a file, by reason: a limit of time or memory, or a crash.",
  type: "counter",
};

/** The figures of a pool of workers. */
export function workFigures({ figures }: { readonly figures: () => WorkFigures }): string {
  const { busy, waiting, ended } = figures();
  return (
    writeReadings(tasks_figure, [
      { labels: { state: "busy" }, value: busy },
      { labels: { state: "waiting" }, value: waiting },
    ]) +
    writeReadings(
      ended_figure,
      Object.entries(ended).map(([reason, value]) => ({ labels: { reason }, value })),
    )
  );
}
