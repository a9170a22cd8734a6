import { describe, expect, it } from "vitest";
import { asksForJson } from "./accepted-form.ts";

describe("asksForJson", () => {
  it.each([
    [undefined, false],
    ["*/*", false],
    ["application/pdf", false],
    ["application/json", true],
    ["application/json, text/plain, */*", true],
    ["application/pdf, application/json", false],
    ["application/pdf;q=0.5, application/json", true],
    ["application/json;q=0", false],
    ["text/html", false],
  ])("[S-164] Accept: %s → %s", (accept, json) => {
    expect(asksForJson(accept)).toBe(json);
  });
});
