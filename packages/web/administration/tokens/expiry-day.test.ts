import { describe, expect, it } from "vitest";
import { dayOf, endOfDay, inOneYear } from "./expiry-day.ts";

const at = (text: string) => new Date(text);

describe("the last day of a token", () => {
  it("[A-074] is offered as a year from now, or as the licence's last day where that is earlier", () => {
    expect(inOneYear(at("2026-11-26T12:00:00"), null)).toBe("2027-11-26");
    expect(inOneYear(at("2024-02-29T12:00:00"), null)).toBe("2025-03-01");
    expect(inOneYear(at("2026-11-26T12:00:00"), at("2027-01-31T09:30:00").toISOString())).toBe("2027-01-31");
    expect(inOneYear(at("2026-11-26T12:00:00"), at("2028-01-31T09:30:00").toISOString())).toBe("2027-11-26");
  });

  it("ends with the day where the person is, and never after the licence", () => {
    const licenceEnds = at("2027-01-31T09:30:00").toISOString();
    expect(endOfDay("2027-01-30", licenceEnds)).toBe(at("2027-01-30T23:59:59").toISOString());
    expect(endOfDay("2027-01-31", licenceEnds)).toBe(licenceEnds);
    expect(dayOf(at("2027-01-05T00:00:00"))).toBe("2027-01-05");
  });
});
