import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CheckedState,
  isLater,
  referenceFrom,
  refuseCheck,
  secondsUntilSend,
  stateAfterFailure,
} from "./challenges-rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const live: CheckedState = { ended: null, tries: 0, expiresAt: ago(-1), stateHash: "a" };
const nothing = { latest: null, fillsNumber: null, fillsAddress: null };

describe("refuseCheck", () => {
  it.each([
    ["a live one", {}, null],
    ["its last second begins", { expiresAt: ago(-0.001) }, null],
    ["[S-132] at 300 s", { expiresAt: ago(0) }, "OTP_EXPIRED"],
    ["[S-132] long after", { expiresAt: ago(86_400) }, "OTP_EXPIRED"],
    ["[S-136] four wrong", { tries: 4 }, null],
    ["[S-136] five wrong", { tries: 5 }, "OTP_TRIES_EXHAUSTED"],
    ["[S-135] used", { ended: "used" }, "OTP_EXPIRED"],
    ["[S-135] replaced by a newer one", { ended: "superseded" }, "CHECK_SMS_PIN_WRONG"],
    ["[S-135] replaced, also for another state", { ended: "superseded", stateHash: "b" }, "CHECK_SMS_PIN_WRONG"],
    ["[S-135] replaced after five wrong", { ended: "superseded", tries: 5 }, "CHECK_SMS_PIN_WRONG"],
    ["[S-132] replaced, and 300 s old by now", { ended: "superseded", expiresAt: ago(0) }, "OTP_EXPIRED"],
    ["never sent", { ended: "unsent" }, "OTP_EXPIRED"],
    ["[T-012] another state", { stateHash: "b" }, "WORKFLOW_CHANGED"],
    ["[T-012] changed once, changed back", { ended: "changed" }, "WORKFLOW_CHANGED"],
    ["[T-012] changed and expired", { stateHash: "b", expiresAt: ago(1) }, "WORKFLOW_CHANGED"],
  ] as const)("%s", (_name, difference, refusal) => {
    expect(refuseCheck({ ...live, ...difference }, { stateHash: "a", now })).toBe(refusal);
  });
});

describe("secondsUntilSend", () => {
  it.each([
    ["the first send", nothing, 0],
    ["[S-123] one second after another", { ...nothing, latest: ago(1) }, 59],
    ["[S-123] just before the minute", { ...nothing, latest: ago(59.2) }, 1],
    ["[S-123] after the minute", { ...nothing, latest: ago(60) }, 0],
    ["[S-136] the number had its five within the hour", { ...nothing, latest: ago(600), fillsNumber: ago(3_000) }, 600],
    ["[S-136] the address had its sixty", { ...nothing, fillsAddress: ago(3_599) }, 1],
    ["[S-136] the longest wait counts", { latest: ago(30), fillsNumber: ago(3_540), fillsAddress: ago(3_500) }, 100],
  ])("%s", (_name, earlier, seconds) => {
    expect(secondsUntilSend(earlier, now)).toBe(seconds);
  });

  it("whoever waits as long as told may send", () => {
    const begun = fc.option(fc.integer({ min: 0, max: 3_600_000 }).map((ms) => new Date(now.getTime() - ms)));
    fc.assert(
      fc.property(begun, begun, begun, (latest, fillsNumber, fillsAddress) => {
        const earlier = { latest, fillsNumber, fillsAddress };
        const wait = secondsUntilSend(earlier, now);
        expect(wait).toBeLessThanOrEqual(3_600);
        expect(secondsUntilSend(earlier, new Date(now.getTime() + wait * 1000))).toBe(0);
      }),
    );
  });
});

describe("referenceFrom", () => {
  it("[S-126] six characters without 0, O, 1 and I, never to be taken for a code", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (random) => {
        expect(referenceFrom(random)).toMatch(/^[A-HJ-NP-Z][A-HJ-NP-Z2-9]{5}$/);
      }),
    );
  });
});

describe("delivery states", () => {
  it("never go back", () => {
    expect(isLater("delivered", "sent")).toBe(true);
    expect(isLater("sent", "delivered")).toBe(false);
    expect(isLater("delivered", "undelivered")).toBe(false);
    expect(isLater("sent", "accepted")).toBe(true);
    expect(isLater("delivered", "unanswered")).toBe(true);
    expect(isLater("sent", "sent")).toBe(false);
  });

  it("only a send without an answer may have reached somebody", () => {
    expect(stateAfterFailure("unavailable")).toBe("unanswered");
    for (const kind of ["invalid_number", "unreachable", "blocked", "throttled", "auth"] as const)
      expect(stateAfterFailure(kind)).toBe("refused");
  });
});
