import { otp_expires_s } from "@siegel/contract/limits.ts";
import { expect, it } from "vitest";
import { wrongTries } from "./wrong-tries.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000);

it("forgets a dead code also where one that was counted under a clock set ahead stands before it", () => {
  const tries = wrongTries();
  tries.remember("ahead", { tries: 1, now: at(3_600) });
  tries.remember("dead", { tries: 2, now: at(0) });
  tries.remember("living", { tries: 1, now: at(otp_expires_s) });
  expect(["ahead", "dead", "living"].map(tries.seen)).toEqual([1, 0, 1]);
});

it("counts for one process, and no more challenges than it may", () => {
  const [tries, other] = [wrongTries(2), wrongTries(2)];
  for (const id of ["a", "b", "c"]) tries.remember(id, { tries: 1, now: at(0) });
  expect(["a", "b", "c"].map(tries.seen)).toEqual([0, 1, 1]);
  expect(other.seen("c")).toBe(0);
});
