/** Browsers by what they call themselves. */
import { describe, expect, it } from "vitest";
import { browserOf } from "./browser-of.ts";

describe("browserOf", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Linux", false],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
      "Safari",
      "iPhone",
      true,
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Edge",
      "Windows",
      false,
    ],
    [
      "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
      "Chrome",
      "Android",
      true,
    ],
  ])("knows %s", (userAgent, browser, system, isPhone) => {
    expect(browserOf(userAgent)).toEqual({ browser, system, isPhone });
  });

  it("says so of what it does not know", () => {
    expect(browserOf("curl/8.5.0")).toBeNull();
  });
});
