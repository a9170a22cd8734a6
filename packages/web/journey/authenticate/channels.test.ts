import { describe, expect, it } from "vitest";
import { channelsOf } from "./channels.ts";

describe("the ways a code can come", () => {
  it.each([
    [0, ["phone"]],
    [1, ["sms", "phone"]],
    [2, ["sms", "phone"]],
  ])("phone type %i takes %j", (type, channels) => {
    expect(channelsOf(type)).toEqual(channels);
  });
});
