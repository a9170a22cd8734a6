import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeContent } from "./decode-content.ts";

describe("decodeContent", () => {
  it("decodes whatever was encoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeContent(Buffer.from(bytes).toString("base64"))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each(["A", "AA", "AAA", "A===", "====", "AA=A", "AAA\n", "AA-_", "ÄAAA", "AA==AAAA"])(
    "refuses what is no base64 (%#)",
    (content) => {
      expect(decodeContent(content)).toBeNull();
    },
  );
});
