import { maskPhone as maskOfServer } from "@siegel/contract/phone.ts";
import { describe, expect, it } from "vitest";
import { channelsOf, maskPhone } from "./channels.ts";

describe("the ways a code can come", () => {
  it.each([
    [0, ["phone"]],
    [1, ["sms", "phone"]],
    [2, ["sms", "phone"]],
  ])("phone type %i takes %j", (type, channels) => {
    expect(channelsOf(type)).toEqual(channels);
  });

  it.each([
    ["+4915123456748", "+49 ••• ••48"],
    ["+12025550143", "+1 ••• ••43"],
    ["+358401234567", "+358 ••• ••67"],
    ["+420601123456", "+420 ••• ••56"],
    [null, ""],
  ])("%s is shown as %s: its country and too little to read it over a shoulder", (phone, shown) => {
    expect(maskPhone(phone)).toBe(shown);
    if (phone !== null) expect(maskOfServer(phone), "the next page says the same").toBe(shown);
  });
});
