import { session_warning_s } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { phaseOf } from "./session-time.ts";

const minutes = (n: number): number => n * 60_000;
const ends = (idle: number, absolute: number) => ({ idleAtMs: minutes(idle), absoluteAtMs: minutes(absolute) });

describe("where a session stands", () => {
  it.each([
    ["nobody said anything", null, 0, { phase: "lasting" }],
    ["begun", ends(30, 60), 0, { phase: "lasting" }],
    ["a second before the warning", ends(30, 60), minutes(30) - (session_warning_s + 1) * 1_000, { phase: "lasting" }],
    ["unused for 28 minutes", ends(30, 60), minutes(28), { phase: "ending", secondsLeft: session_warning_s }],
    ["unused to its end", ends(30, 60), minutes(30), { phase: "over" }],
    ["asleep far beyond it", ends(30, 60), minutes(600), { phase: "over" }],
    ["used for 58 minutes", ends(88, 60), minutes(58), { phase: "closing", secondsLeft: 120 }],
    ["unused, and prolonged it would end as soon", ends(59, 60), minutes(58.5), { phase: "closing", secondsLeft: 30 }],
    ["used for an hour", ends(90, 60), minutes(60), { phase: "over" }],
  ] as const)("%s", (_name, told, nowMs, phase) => {
    expect(phaseOf(told, nowMs)).toEqual(phase);
  });
});
