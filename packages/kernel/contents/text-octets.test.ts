import { describe, expect, it } from "vitest";
import { readTexts } from "./text-octets.ts";

function textsIn(written: string): readonly string[] | undefined {
  const found: string[] = [];
  const place = { bytes: Buffer.from(written, "latin1"), at: 0 };
  const isPlain = readTexts(place, { octets: new Uint8Array(1) }, (octets, length) => {
    found.push(Buffer.from(octets.subarray(0, length)).toString("latin1"));
  });
  return isPlain ? found : undefined;
}

describe("texts that are shown", () => {
  it.each([
    ["(a(b)c)", ["a(b)c"]],
    ["(a\r\nb\rc)", ["a\r\nb\rc"]],
    ["(a\\\r\nb\\\nc\\\rd)", ["abcd"]],
    ["(\\n\\r\\t\\b\\f\\(\\)\\\\\\q\\8)", ["\n\r\t\b\f()\\q8"]],
    ["(\\1\\12\\123\\1234\\377)", ["\x01\nSS4\xff"]],
    ["()", [""]],
    ["<>", [""]],
    ["<4a4B 4>", ["JK@"]],
    ["<4\0a\n>", ["J"]],
    ["[]", []],
    ["[(a) -12.5 <62>% (x)\r(c)]", ["a", "b", "c"]],
  ] as const)("%j is read", (written, texts) => {
    expect(textsIn(written)).toEqual(texts);
  });

  it.each([
    "(\\400)",
    "<4g>",
    "<4\x0b1>",
    "[(a) [(b)]]",
    "[<< /A (a) >>]",
    "[/A]",
    "[(a) x]",
    "(a",
    "<4",
    "[(a)",
    "12",
  ])("%j is not what all programs read alike", (written) => {
    expect(textsIn(written)).toBeUndefined();
  });
});
