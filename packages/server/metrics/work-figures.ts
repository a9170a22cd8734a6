/** How foreign files are read and their pages drawn: how many at once, how many wait, and what workers ended of. */
import type { Registry } from "prom-client";
import type { WorkFigures } from "../ports/bounded-work.ts";
import { readCounter, readGauge } from "./read-figures.ts";

type Work = { readonly figures: () => WorkFigures };
type Figure = { readonly name: string; readonly help: string };
/** What is done, and what workers ended of. */
type Figures = { readonly tasks: Figure; readonly endings: Figure };

const intake: Figures = {
  tasks: {
    name: "siegel_intake_files",
    help: "Files that are read right now, and that wait for it, by state.",
  },
  endings: {
    name: "siegel_intake_workers_ended_total",
    help: "Workers that ended while they read a file, by reason: a limit of processor time or memory, a machine too busy to go on, or a crash.",
  },
};
const drawing: Figures = {
  tasks: {
    name: "siegel_page_drawings",
    help: "Pages that are drawn right now, and that wait for it, by state.",
  },
  endings: {
    name: "siegel_page_workers_ended_total",
    help: "Workers that ended while they drew a page, by reason: a limit of processor time or memory, a machine too busy to go on, or a crash.",
  },
};

/** Adds the figures of the workers that read files, and of those that draw pages where that is switched on. */
export function workFigures(registry: Registry, intakeWork: Work, pageDrawing: Work | null): void {
  addFigures(registry, intakeWork, intake);
  if (pageDrawing !== null) addFigures(registry, pageDrawing, drawing);
}

function addFigures(registry: Registry, { figures }: Work, { tasks, endings }: Figures): void {
  readGauge(registry, { ...tasks, labels: ["state"] }, () => {
    const { busy, waiting } = figures();
    return [
      { labels: { state: "busy" }, value: busy },
      { labels: { state: "waiting" }, value: waiting },
    ];
  });
  readCounter(registry, { ...endings, labels: ["reason"] }, () =>
    Object.entries(figures().ended).map(([reason, value]) => ({ labels: { reason }, value })),
  );
}
