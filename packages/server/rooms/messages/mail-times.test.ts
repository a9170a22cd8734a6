import { afterEach, describe, expect, it, vi } from "vitest";
import { writeTime } from "./mail-times.ts";

afterEach(() => vi.restoreAllMocks());

describe("times in mails", () => {
  it("are written with formats that are made once for a language and a zone, and not kept without end", () => {
    const made = vi.spyOn(Intl, "DateTimeFormat");
    const write = (zone: string) => writeTime(new Date("2026-07-01T10:00:00Z"), "en", zone);
    expect(write("Asia/Tokyo")).toBe("Wednesday, 1 July 2026, 19:00 (GMT+9)");
    const each = made.mock.calls.length;
    for (let i = 0; i < 10; i += 1) write("Asia/Tokyo");
    expect(made).toHaveBeenCalledTimes(each);
    for (let hours = 1; hours <= 12; hours += 1)
      for (const sign of "+-") write(`${sign}${String(hours).padStart(2, "0")}:00`);
    const before = made.mock.calls.length;
    write("Asia/Tokyo");
    expect(made).toHaveBeenCalledTimes(before + each);
  });
});
