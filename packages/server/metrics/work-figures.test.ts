import { expect, it } from "vitest";
import { workFigures } from "./work-figures.ts";

it("says what is read, what waits, and what workers ended of", () => {
  const ended = { time: 1, memory: 2, crash: 3 };
  const text = workFigures({ figures: () => ({ busy: 4, waiting: 5, ended }) });
  expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
    'siegel_intake_files{state="busy"} 4',
    'siegel_intake_files{state="waiting"} 5',
    'siegel_intake_workers_ended_total{reason="time"} 1',
    'siegel_intake_workers_ended_total{reason="memory"} 2',
    'siegel_intake_workers_ended_total{reason="crash"} 3',
    "",
  ]);
});
