import { describe, expect, it } from "vitest";
import { acceptedEncoding, asksForJson } from "./accepted-form.ts";

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

describe("acceptedEncoding", () => {
  it.each([
    [undefined, null],
    ["", null],
    ["*", null],
    ["identity", null],
    ["deflate, zstd", null],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
  ] as const)("Accept-Encoding: %s → %s", (accept, encoding) => {
    expect(acceptedEncoding(accept)).toBe(encoding);
  });
});
