import { describe, expect, it } from "vitest";
import { bytesSource } from "../pdf/byte-source.ts";
import { jpegHeaderOf, withHeight } from "./jpeg-header.ts";

/** One part of eight bits, 65,535 rows of 16 points, with a comment before; behind its header stand octets that are none of it. */
const endless = Buffer.from(
  "ffd8 fffe0004abcd ffc0000b08ffff0010 01011100 ffda0008010100003f00 ffc0ffff".replace(/ /g, ""),
  "hex",
);

describe("a JPEG with another height", () => {
  it("says it in its frame, and is the same otherwise", () => {
    const [frame] = jpegHeaderOf(bytesSource(endless))?.frames ?? [];
    if (frame === undefined) throw new Error("there is a frame");
    expect(frame).toMatchObject({ kind: 0xc0, width: 16, height: 65_535 });
    const mended = withHeight(bytesSource(endless), frame, 300);
    expect(jpegHeaderOf(mended)).toEqual({ frames: [{ ...frame, height: 300 }], transforms: new Set(), scanned: 1 });
    const { heightAt } = frame;
    const octets = mended.read(0, mended.size);
    expect([octets.length, octets[heightAt], octets[heightAt + 1]]).toEqual([endless.length, 1, 44]);
    expect([...octets].filter((octet, i) => octet !== endless[i])).toEqual([1, 44]);
  });
});
