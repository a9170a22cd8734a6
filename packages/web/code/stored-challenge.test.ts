import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { describe, expect, it, vi } from "vitest";
import { dropChallenge, keepChallenge, readChallenge, startChallenge } from "./stored-challenge.ts";

const told = {
  id: "c",
  reference: "K7Q-RX",
  expires_in_s: 300,
  resend_after_s: 60,
  masked_phone: "+49 ••48",
} as unknown as Challenge;

describe("the code on its way", () => {
  it("survives a reload until its time is over, for its own channel only", () => {
    const entries = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    });
    const challenge = startChallenge("sms", told, { nowMs: 1_000 });
    expect(challenge).toMatchObject({ expiresAtMs: 301_000, resendAtMs: 61_000, sentAtMs: 1_000 });
    keepChallenge(challenge);
    expect(readChallenge("sms", { nowMs: 300_999 })).toEqual(challenge);
    expect(readChallenge("sms", { nowMs: 301_000 })).toBeNull();
    expect(readChallenge("phone", { nowMs: 2_000 })).toBeNull();
    dropChallenge();
    expect(readChallenge("sms", { nowMs: 2_000 })).toBeNull();
  });
});
