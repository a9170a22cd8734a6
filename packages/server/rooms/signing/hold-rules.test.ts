/** Who may hold a document, and when (decisions.md §13 "Hold"). */
import type { SignerId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { type Hold, heldUntil, holdMs, holdPauseMs, isLiving, msLeft, msUntilHold } from "./hold-rules.ts";

const [alice, bob] = ["alice" as SignerId, "bob" as SignerId];
const begun = Date.UTC(2026, 5, 1, 12);
const at = (ms: number): Date => new Date(begun + ms);
/** Alice's, from the start on. */
const hold = (change: Partial<Hold> = {}): Hold => ({
  signerId: alice,
  actId: "act",
  heldUntil: at(holdMs),
  endedAt: null,
  isWanted: false,
  isActing: false,
  ...change,
});
const wanted = { isWanted: true };
const acting = { isActing: true };
const ended = { endedAt: at(10_000) };

describe("a hold", () => {
  it.each([
    ["lives as long as its code", {}, holdMs - 1, true],
    ["is over with its code", {}, holdMs, false],
    ["is over when it ends", ended, 10_001, false],
    ["lives on over an act that waits for an outage", acting, 10 * holdMs, true],
    ["is over when its act is", { ...acting, ...ended }, 10_001, false],
  ])("[T-052] %s", (_, change, ms, lives) => {
    expect(isLiving(hold(change), at(ms))).toBe(lives);
  });

  it.each([
    ["nobody's", null, bob, 0, 0],
    ["one's own, living", hold(), alice, 1_000, 0],
    ["one's own, living and wanted", hold(wanted), alice, 1_000, 0],
    ["another's, living", hold(), bob, 1_000, holdMs - 1_000],
    ["another's, living and wanted", hold(wanted), bob, 1_000, holdMs - 1_000],
    ["another's, over", hold(wanted), bob, holdMs, 0],
    ["another's, ended early", hold({ ...wanted, ...ended }), bob, 10_000, 0],
    ["another's, with an act", hold(acting), bob, 2 * holdMs, 15_000],
    ["one's own, over, that others do not want", hold(), alice, holdMs, 0],
    ["one's own, over and wanted", hold(wanted), alice, holdMs, holdPauseMs],
    ["one's own, over and wanted, before the pause ends", hold(wanted), alice, holdMs + holdPauseMs - 1, 1],
    ["one's own, over and wanted, after the pause", hold(wanted), alice, holdMs + holdPauseMs, 0],
    ["one's own, ended early and wanted", hold({ ...wanted, ...ended }), alice, 10_000, holdPauseMs],
    // The pause begins where the hold was over, not where it was swept.
    ["one's own, ended late", hold({ ...wanted, endedAt: at(holdMs + 50_000) }), alice, holdMs + 50_000, 10_000],
  ])("[T-052] of a document that is %s keeps away for so long", (_, last, who, ms, wait) => {
    expect(msUntilHold(last, who, at(ms))).toBe(wait);
  });

  it.each([
    ["over and wanted", hold(wanted), holdMs, holdPauseMs],
    ["over and wanted, after the pause", hold(wanted), holdMs + holdPauseMs, 0],
    ["over, and nobody wants it", hold(), holdMs, 0],
  ])(
    "[T-052] of a document that is another's, %s, keeps a third away for so long where acts wait",
    (_, last, ms, wait) => {
      expect(msUntilHold(last, bob, at(ms), true)).toBe(wait);
    },
  );

  it.each([
    ["a first code", null, alice, 0, holdMs],
    ["a second code of one's own", hold(), alice, 100_000, 100_000 + holdMs],
    ["a second code while others wait", hold(wanted), alice, 100_000, holdMs],
    ["a code after another's hold", hold(wanted), bob, holdMs, 2 * holdMs],
    ["a code after one's own pause", hold(wanted), alice, holdMs + holdPauseMs, 2 * holdMs + holdPauseMs],
  ])("[T-052] begins with %s, and ends in time", (_, last, who, ms, until) => {
    expect(heldUntil(last, who, at(ms)).getTime() - begun).toBe(until);
  });

  it("[T-052] with an act lasts some seconds more, as far as anybody can say", () => {
    expect(msLeft(hold(acting), at(holdMs - 1_000))).toBe(15_000);
    expect(msLeft(hold(acting), at(0))).toBe(holdMs);
    expect(msLeft(hold(), at(holdMs - 1_000))).toBe(1_000);
  });
});
