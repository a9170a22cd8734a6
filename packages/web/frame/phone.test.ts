import { maskPhone as maskOfServer } from "@siegel/contract/phone.ts";
import { describe, expect, it } from "vitest";
import { maskPhone, spacedPhone } from "./phone.ts";

describe("a phone number", () => {
  it.each([
    ["+4915123456748", "+49 ••• ••48"],
    ["+12025550143", "+1 ••• ••43"],
    ["+358401234567", "+358 ••• ••67"],
    ["+420601123456", "+420 ••• ••56"],
    [null, ""],
  ])("%s is masked as %s: its country and too little to read it over a shoulder", (phone, shown) => {
    expect(maskPhone(phone)).toBe(shown);
    if (phone !== null) expect(maskOfServer(phone), "the next page says the same").toBe(shown);
  });

  it.each([
    ["+4915123456789", "+49 151 234 567 89"],
    ["+12025550143", "+1 202 555 0143"],
    ["+358401234567", "+358 401 234 567"],
  ])("%s is shown in groups, none of one digit: %s", (phone, shown) => {
    expect(spacedPhone(phone).replaceAll("\u00a0", " ")).toBe(shown);
  });
});
