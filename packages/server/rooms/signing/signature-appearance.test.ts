import { describe, expect, it } from "vitest";
import { appearanceLines } from "./signature-appearance.ts";

const facts = {
  type: "s_signature",
  name: "Käthe Größe",
  zone: "Europe/Berlin",
  signedAt: new Date("2026-11-04T13:09:41Z"),
  reference: "9f3a-61c2",
} as const;

describe("the time in a visible signature", () => {
  it.each([
    ["en", "04.11.2026, 14:09:41 CET"],
    ["de", "04.11.2026, 14:09:41 MEZ"],
  ] as const)("is written in %s as pages, mails and the audit report have it, to the second", (language, time) => {
    // Joined, so that no line ends before the zone.
    expect(appearanceLines({ ...facts, language })).toContain(time.replaceAll(" ", "\u00a0"));
  });
});
