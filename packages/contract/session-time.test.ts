import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeSessionTime, parseSessionTime } from "./session-time.ts";

describe("the time a session has left", () => {
  it("is parsed as it was encoded", () => {
    const seconds = fc.nat({ max: 999_999_999 });
    fc.assert(
      fc.property(seconds, seconds, (idleSeconds, absoluteSeconds) => {
        const time = { idleSeconds, absoluteSeconds };
        expect(parseSessionTime(encodeSessionTime(time))).toEqual(time);
      }),
    );
  });

  it("rounds down to whole seconds, and never below zero", () => {
    expect(encodeSessionTime({ idleSeconds: 12.9, absoluteSeconds: -3 })).toBe("idle=12, absolute=0");
  });

  it.each([null, "", "idle=1", "idle=1,absolute=2", "idle=-1, absolute=2", "idle=1, absolute=2, x=3"])(
    "is unknown where the header says %j",
    (value) => {
      expect(parseSessionTime(value)).toBeNull();
    },
  );
});
