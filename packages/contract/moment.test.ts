import { afterEach, describe, expect, it, vi } from "vitest";
import { clockText, momentText } from "./moment.ts";

afterEach(() => vi.restoreAllMocks());

const zone = "Europe/Berlin";

describe("a moment", () => {
  it.each([
    ["de", "04.11.2026, 14:09 MEZ", "Mittwoch, 04.11.2026, 14:09 MEZ", "04.11.2026, 14:09:05 MEZ"],
    ["en", "04.11.2026, 14:09 CET", "Wednesday, 04.11.2026, 14:09 CET", "04.11.2026, 14:09:05 CET"],
  ] as const)("[S-077] is written one way in %s: DD.MM.YYYY, the time with its zone", (language, plain, day, exact) => {
    const at = new Date("2026-11-04T13:09:05Z");
    expect(momentText(at, { language, zone })).toBe(plain);
    expect(momentText(at, { language, zone, weekday: true })).toBe(day);
    expect(momentText(at, { language, zone, seconds: true })).toBe(exact);
    expect(clockText(at, { language, zone })).toBe(plain.slice("04.11.2026, ".length));
  });

  it.each([
    ["2026-03-29T00:59:59Z", "de", "Sonntag, 29.03.2026, 01:59 MEZ"],
    ["2026-03-29T01:00:00Z", "de", "Sonntag, 29.03.2026, 03:00 MESZ"],
    ["2026-12-31T23:00:00Z", "en", "Friday, 01.01.2027, 00:00 CET"],
    ["2026-07-01T10:00:00Z", "en", "Wednesday, 01.07.2026, 12:00 CEST"],
  ] as const)("%s in %s is the day, the hour and the zone's name of its place", (at, language, expected) => {
    expect(momentText(new Date(at), { language, zone, weekday: true })).toBe(expected);
  });

  it("without a zone uses the device's", () => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const at = new Date("2026-07-01T10:00:00Z");
    expect(momentText(at, { language: "de" })).toBe(momentText(at, { language: "de", zone: here }));
  });

  it("caches formats by language and zone, up to a limit", () => {
    const made = vi.spyOn(Intl, "DateTimeFormat");
    const write = (of: string) => momentText(new Date("2026-07-01T10:00:00Z"), { language: "en", zone: of });
    expect(write("Asia/Tokyo")).toBe("01.07.2026, 19:00 GMT+9");
    for (let i = 0; i < 10; i += 1) write("Asia/Tokyo");
    expect(made).toHaveBeenCalledTimes(1);
    for (let hours = 1; hours <= 12; hours += 1)
      for (const sign of "+-") write(`${sign}${String(hours).padStart(2, "0")}:00`);
    const before = made.mock.calls.length;
    write("Asia/Tokyo");
    expect(made).toHaveBeenCalledTimes(before + 1);
  });
});
