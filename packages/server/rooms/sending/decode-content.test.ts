import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { watchTurns } from "../../test/watch-turns.ts";
import { decodeContent, NotBase64 } from "./decode-content.ts";

async function decode(content: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of decodeContent(content)) parts.push(part);
  return Buffer.concat(parts);
}

describe("decodeContent", () => {
  it("decodes whatever was encoded", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (octets) => {
        expect(await decode(Buffer.from(octets).toString("base64"))).toEqual(Buffer.from(octets));
      }),
    );
  });

  it.each([
    "A",
    "AA",
    "AAA",
    "A===",
    "====",
    "AA=A",
    "AAA\n",
    "AA-_",
    "ÄAAA",
    `${"A".repeat(1024 * 1024 - 4)}AA==AAAA`,
  ])("refuses what is no base64 (%#)", async (content) => {
    await expect(decode(content)).rejects.toThrow(NotBase64);
  });

  it("computes for no more than 50 ms in a row at 60 MB", async () => {
    const octets = Buffer.alloc(45_000_000, 0xfb);
    const content = octets.toString("base64");
    const turns = watchTurns();
    let size = 0;
    for await (const part of decodeContent(content)) size += part.length;
    expect(turns.end()).toBeLessThan(50);
    expect(size).toBe(octets.length);
  });
});
