/** How foreign files are read and their pages drawn: how many at once, how many wait, and what workers ended of. */
import type { WorkFigures } from "../ports/bounded-work.ts";
import { type Figure, writeReadings } from "./registry.ts";

type Work = { readonly figures: () => WorkFigures };
/** What is done, and what workers ended of. */
type Figures = readonly [Figure, Figure];

const intake: Figures = [
  {
    name: "siegel_intake_files",
    help: "Files that are read right now, and that wait for it, by state.",
    type: "gauge",
  },
  {
    name: "siegel_intake_workers_ended_total",
    help: "Workers that ended while they read a file, by reason: a limit of processor time or memory, a machine too busy to go on, or a crash.",
    type: "counter",
  },
];
const drawing: Figures = [
  {
    name: "siegel_page_drawings",
    help: "Pages that are drawn right now, and that wait for it, by state.",
    type: "gauge",
  },
  {
    name: "siegel_page_workers_ended_total",
    help: "Workers that ended while they drew a page, by reason: a limit of processor time or memory, a machine too busy to go on, or a crash.",
    type: "counter",
  },
];

/** The figures of the workers that read files, and of those that draw pages where that is switched on. */
export function workFigures(intakeWork: Work, pageDrawing: Work | null): string {
  return figuresOf(intakeWork, intake) + (pageDrawing === null ? "" : figuresOf(pageDrawing, drawing));
}

function figuresOf({ figures }: Work, [tasks, endings]: Figures): string {
  const { busy, waiting, ended } = figures();
  return (
    writeReadings(tasks, [
      { labels: { state: "busy" }, value: busy },
      { labels: { state: "waiting" }, value: waiting },
    ]) +
    writeReadings(
      endings,
      Object.entries(ended).map(([reason, value]) => ({ labels: { reason }, value })),
    )
  );
}
