/**
 * Found by the target `der`: the cost of one value grew with the square of its length, so that 200 kB in one object identifier
 * took 14 seconds to read, and the same in an INTEGER as long to write. And 200 kB of named bits were more than a stack has room for when written.
 */
import { describe, expect, it } from "vitest";
import { parseDer, TAG } from "../../packages/kernel/asn1/der.ts";
import { encodeElement, encodeInteger, encodeNamedBits } from "../../packages/kernel/asn1/der-writer.ts";
import { integerOf, namedBitsOf, oidOf } from "../../packages/kernel/asn1/structure.ts";
import { secondsMax } from "../attempt.ts";

function busySeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe("a value of 400,000 bytes", () => {
  const bytes = new Uint8Array(400_000).fill(0xff);

  it("as one arc of an object identifier is refused at once", () => {
    const node = parseDer(encodeElement(TAG.objectIdentifier, bytes, Uint8Array.of(0x7f)));
    const read = () => expect(() => oidOf(node)).toThrow(expect.objectContaining({ code: "out-of-range" }));
    expect(busySeconds(read)).toBeLessThan(secondsMax);
  });

  it("as named bits is read and written again at once", () => {
    const encoded = encodeElement(TAG.bitString, Uint8Array.of(0), bytes);
    const node = parseDer(encoded);
    const written = () => expect(Buffer.compare(encodeNamedBits(namedBitsOf(node)), encoded)).toBe(0);
    expect(busySeconds(written)).toBeLessThan(secondsMax);
  });

  it("as INTEGER is read and written again at once", () => {
    const encoded = encodeElement(TAG.integer, Uint8Array.of(0), bytes);
    const node = parseDer(encoded);
    expect(busySeconds(() => expect(Buffer.compare(encodeInteger(integerOf(node)), encoded)).toBe(0))).toBeLessThan(
      secondsMax,
    );
  });
});
