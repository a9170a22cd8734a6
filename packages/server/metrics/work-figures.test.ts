import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { workFigures } from "./work-figures.ts";

it("says what is read, what waits, and what workers ended of", async () => {
  const registry = new Registry();
  const ended = { time: 1, memory: 2, busy: 0, crash: 3 };
  const drawn = { time: 8, memory: 9, busy: 0, crash: 0 };
  workFigures(
    registry,
    { figures: () => ({ busy: 4, waiting: 5, ended }) },
    { figures: () => ({ busy: 6, waiting: 7, ended: drawn }) },
  );
  const samples = [
    'siegel_intake_files{state="busy"} 4',
    'siegel_intake_files{state="waiting"} 5',
    'siegel_intake_workers_ended_total{reason="time"} 1',
    'siegel_intake_workers_ended_total{reason="memory"} 2',
    'siegel_intake_workers_ended_total{reason="busy"} 0',
    'siegel_intake_workers_ended_total{reason="crash"} 3',
    'siegel_page_drawings{state="busy"} 6',
    'siegel_page_drawings{state="waiting"} 7',
    'siegel_page_workers_ended_total{reason="time"} 8',
    'siegel_page_workers_ended_total{reason="memory"} 9',
    'siegel_page_workers_ended_total{reason="busy"} 0',
    'siegel_page_workers_ended_total{reason="crash"} 0',
  ];
  // A counter that is read twice stands where it stood.
  for (const text of [await registry.metrics(), await registry.metrics()])
    expect(text.split("\n").filter((line) => !line.startsWith("#") && line !== "")).toEqual(samples);
});

it("says nothing of drawing where no pages are drawn", async () => {
  const registry = new Registry();
  const ended = { time: 0, memory: 0, busy: 0, crash: 0 };
  workFigures(registry, { figures: () => ({ busy: 0, waiting: 0, ended }) }, null);
  expect(await registry.metrics()).not.toContain("siegel_page");
});
