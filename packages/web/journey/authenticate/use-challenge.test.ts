import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../../api/answer.ts";
import { askTwice } from "./use-challenge.ts";

const sent: Answer<Challenge> = { ok: true, code: null, data: { reference: "K7QRXM" } as Challenge };
const refusal = (status: number): Answer<Challenge> => ({
  ok: false,
  status,
  code: "X",
  messages: [],
  retryAfterSeconds: null,
});

describe("asking for a code", () => {
  it("asks for the one on its way where the answer was lost, once", async () => {
    const resume = vi.fn(async () => sent);
    expect(await askTwice(async () => refusal(0), resume)).toBe(sent);
    expect(await askTwice(async () => refusal(200), resume)).toBe(sent);
    expect(resume).toHaveBeenCalledTimes(2);
  });

  it.each([429, 503, 409])("asks no second time where the server said no: %i", async (status) => {
    const resume = vi.fn(async () => sent);
    expect(await askTwice(async () => refusal(status), resume)).toEqual(refusal(status));
    expect(await askTwice(async () => sent, resume)).toBe(sent);
    expect(resume).not.toHaveBeenCalled();
  });
});
