import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedBytes } from "./byte-range.ts";

const file = { size: 1_000, etag: '"abc"' };
const part = (start: number, end: number) => ({ kind: "part", start, end });

describe("askedBytes", () => {
  it.each([
    ["no range", {}, { kind: "whole" }],
    ["the first bytes", { range: "bytes=0-99" }, part(0, 100)],
    ["the rest", { range: "bytes=900-" }, part(900, 1_000)],
    ["the last bytes", { range: "bytes=-100" }, part(900, 1_000)],
    ["more than there are, from behind", { range: "bytes=-5000" }, part(0, 1_000)],
    ["beyond the end", { range: "bytes=900-5000" }, part(900, 1_000)],
    ["one byte", { range: "bytes=0-0" }, part(0, 1)],
    ["behind the end", { range: "bytes=1000-" }, { kind: "unsatisfiable" }],
    ["no bytes from behind", { range: "bytes=-0" }, { kind: "unsatisfiable" }],
    ["the wrong way round", { range: "bytes=5-1" }, { kind: "whole" }],
    ["another unit", { range: "pages=0-1" }, { kind: "whole" }],
    ["nothing", { range: "bytes=-" }, { kind: "whole" }],
    ["nonsense", { range: "bytes=a-b" }, { kind: "whole" }],
    ["several", { range: "bytes=0-1,5-6" }, { kind: "whole" }],
    ["of the same revision", { range: "bytes=0-1", ifRange: '"abc"' }, part(0, 2)],
    ["of another revision", { range: "bytes=0-1", ifRange: '"def"' }, { kind: "whole" }],
    ["of a weak tag", { range: "bytes=0-1", ifRange: 'W/"abc"' }, { kind: "whole" }],
    ["of a date", { range: "bytes=0-1", ifRange: "Sat, 21 Nov 2026 12:00:00 GMT" }, { kind: "whole" }],
    ["known already", { ifNoneMatch: '"x", W/"abc"', range: "bytes=0-1" }, { kind: "unchanged" }],
    ["known whatever it is", { ifNoneMatch: "*" }, { kind: "unchanged" }],
    ["another one known", { ifNoneMatch: '"x"' }, { kind: "whole" }],
  ])("[S-103] %s", (_name, headers, asked) => {
    expect(askedBytes(headers, file)).toEqual(asked);
  });

  it("[S-103] never leaves the file, whatever the header says", () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
      fc.nat().map((n) => `bytes=-${n}`),
      fc.stringMatching(/^bytes=\d{0,30}-\d{0,30}$/),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 10_000 }), (range, size) => {
        const asked = askedBytes({ range }, { size, etag: '"e"' });
        if (asked.kind !== "part") return;
        expect(asked.start).toBeGreaterThanOrEqual(0);
        expect(asked.start).toBeLessThan(asked.end);
        expect(asked.end).toBeLessThanOrEqual(size);
      }),
    );
  });
});
