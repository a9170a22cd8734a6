import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SplitJson, splitJson, type UnsplitJson } from "./split-json.ts";

const limits = { restOctetsMax: 1_000_000, stringOctetsMax: 1_000_000, namesMax: 1_000 };

function split(text: string | Buffer, { parts = [1], ...changed }: Partial<typeof limits> & { parts?: number[] } = {}) {
  const octets = Buffer.from(text);
  const splitter = splitJson({ ...limits, ...changed });
  for (let at = 0, n = 0; at < octets.length; n += 1) {
    const length = parts[n % parts.length] ?? 1;
    splitter.add(octets.subarray(at, at + length));
    at += length;
  }
  return splitter.end();
}

const whole = (split: SplitJson | UnsplitJson): SplitJson => {
  if (typeof split === "string") throw new Error(split);
  return split;
};

/** What a text says once the contents are back in their places. */
function parsed(split: SplitJson | UnsplitJson): unknown {
  const { rest, contents } = whole(split);
  return JSON.parse(rest.toString(), (name, value) =>
    name === "content" && typeof value === "string" ? contents[Number(value)] : value,
  );
}

const base64 = fc.uint8Array({ maxLength: 100 }).map((octets) => Buffer.from(octets).toString("base64"));
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary" }),
    fc.constant(1),
    fc.array(tie("value")),
    tie("object"),
    tie("document"),
  ),
  object: fc.dictionary(
    fc.string({ maxLength: 5 }).filter((name) => name !== "__proto__"),
    tie("value"),
    { maxKeys: 4 },
  ),
  document: fc.record({
    name: fc.string(),
    content: fc.oneof(base64, fc.constant(null), fc.array(base64), tie("object")),
  }),
})).value;

describe("a JSON text that is split while it arrives", () => {
  it("says the same in whatever parts it comes", () => {
    fc.assert(
      fc.property(
        anything,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        fc.boolean(),
        (value, parts, wide) => {
          const text = JSON.stringify(value, null, wide ? 1 : 0).replaceAll("/", "\\/");
          expect(parsed(split(text, { parts }))).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it("has the same overlong strings as for a parser, contents apart", () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 10, max: 20 }), (value, stringOctetsMax) => {
        const { rest } = whole(split(JSON.stringify(value)));
        const strings = rest.toString().match(/"(?:[^"\\]|\\.)*"/gu) ?? [];
        const isLong = strings.some((string) => Buffer.byteLength(string) - 2 > stringOctetsMax);
        expect(whole(split(rest, { stringOctetsMax })).overlong !== null).toBe(isLong);
      }),
    );
  });

  it("keeps nothing of a content in its rest, also across blocks, with escapes that parts and blocks end in", () => {
    const content = `${"+/8".repeat(100_000)}==`;
    for (const written of [
      content,
      content.replaceAll("/", "\\/"),
      content.replaceAll("+", "\\u002B").replaceAll("8", "\\u0038"),
    ])
      for (const parts of [[1_000_000], [1], [65_535, 1, 7]]) {
        const { rest, contents } = whole(split(`{"n":"é","content" : "${written}","m":1}`, { parts }));
        expect(contents).toEqual([content]);
        expect(rest.toString()).toBe('{"n":"é","content" : "0","m":1}');
      }
  });

  it("knows a content however its name is written, and nothing else as one", () => {
    expect(whole(split('{"\\u0063onten\\u0074":"AAAA"}')).contents).toEqual(["AAAA"]);
    for (const text of ['{"Content":"AAAA"}', '["content","AAAA"]', '{"content":["AAAA"]}', '{"a":"content","AAAA":1}'])
      expect(whole(split(text))).toMatchObject({ rest: Buffer.from(text), contents: [] });
    expect(whole(split('{"content":0,"AAAA":"BBBB"}')).contents).toEqual([]);
  });

  it.each(['A\\"', "A\\\\", "A\\n", "\\u005c", "\\u00"])(
    "has no content with an escape that base64 has no use for: %s",
    (content) => {
      for (const parts of [[1], [100_000]])
        for (const text of [content, `${"A".repeat(65_520)}${content}`])
          expect(split(`{"content":"${text}","b":1}`, { parts })).toBe("NOT_BASE64");
    },
  );

  it("may have so many octets beside its contents", () => {
    const text = `{"content":"${"A".repeat(100_000)}","a":"${"b".repeat(100_000)}"}`;
    const { rest } = whole(split(text));
    expect(whole(split(text, { restOctetsMax: rest.length })).rest).toEqual(rest);
    expect(split(text, { restOctetsMax: rest.length - 1 })).toBe("TOO_LONG");
    expect(split(text, { restOctetsMax: 10_000, stringOctetsMax: 90_000 })).toMatchObject({ overlong: "a" });
    expect(split(":".repeat(200_000), { restOctetsMax: 10 })).toBe("TOO_LONG");
  });

  it("may have so many names of members, each counted once", () => {
    const text = `[${'{"a":1,"b":{"a":"c"}},'.repeat(1_000)}1]`;
    expect(parsed(split(text, { namesMax: 2 }))).toEqual(JSON.parse(text));
    expect(split(text, { namesMax: 1 })).toBe("TOO_MANY_NAMES");
  });

  it("that ends in a content is no JSON", () => {
    for (const text of ['{"content":"', '{"content":"AAAA', '{"content":"A\\u00'])
      expect(() => parsed(split(text))).toThrow();
  });
});
