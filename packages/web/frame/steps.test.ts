import { describe, expect, it } from "vitest";
import { stepsOf } from "./steps.tsx";

describe("the steps", () => {
  it("[S-071] are credentials, check, authenticate, summary", () => {
    for (const type of ["a_signature", "a_seal"] as const) {
      expect(stepsOf(type)).toEqual(["credentials", "check", "authenticate", "summary"]);
    }
  });

  it("[S-072] leave out the code for a simple signature", () => {
    expect(stepsOf("s_signature")).toEqual(["credentials", "check", "summary"]);
  });
});
