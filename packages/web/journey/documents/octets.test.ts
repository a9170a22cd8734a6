import { opening_head_bytes } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { openOctets, readOpening } from "./octets.ts";
import type { Fetching, LostOctets } from "./part-requests.ts";

const size = 3_000_000;
const file = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 10)) % 251);

function part(begin: number, length: number): Uint8Array {
  const head = Buffer.alloc(opening_head_bytes);
  head.writeBigUInt64BE(BigInt(begin), 0);
  head.writeUInt32BE(length, 8);
  return Buffer.concat([head, file.subarray(begin, begin + length)]);
}

type Asked = { readonly url: string; readonly range: string | null };

/** A server with the file; `answer` may say something else first. */
function served(answer: (asked: Asked, count: number) => Response | "dead" | null = () => null) {
  const asked: Asked[] = [];
  const lost: LostOctets[] = [];
  const waited: number[] = [];
  const fetching: Fetching = {
    url: "/file",
    size,
    headers: () => ({}),
    fetch: async (url, init) => {
      const one = { url: String(url), range: new Headers(init?.headers).get("range") };
      asked.push(one);
      const other = answer(one, asked.length);
      if (other === "dead") throw new TypeError("no network");
      if (other !== null) return other;
      const headers = { etag: '"one"' };
      if (one.url.endsWith("/opening"))
        return new Response(Buffer.concat([part(0, 1_024), part(2_048, 2_048)]), { headers });
      const [start, end] = (one.range ?? "").replace("bytes=", "").split("-").map(Number);
      return new Response(file.slice(start, (end ?? 0) + 1), { status: 206, headers });
    },
    wait: async (tries) => void waited.push(tries),
    onLost: (why) => lost.push(why),
  };
  return { octets: openOctets(fetching), asked, lost, waited };
}

const expectFile = (octets: Uint8Array, begin: number, end: number) =>
  expect(Buffer.compare(octets, file.subarray(begin, end))).toBe(0);

describe("octets of a document", () => {
  it("come from the opening where it has them, and one request brings what follows as well", async () => {
    const { octets, asked } = served();
    expectFile(await octets.read(2_048, 3_072), 2_048, 3_072);
    expect(asked.map(({ url }) => url)).toEqual(["/file/opening"]);
    expectFile(await octets.read(10_240, 11_264), 10_240, 11_264);
    expectFile(await octets.read(11_264, 20_480), 11_264, 20_480);
    expect(asked.slice(1)).toEqual([{ url: "/file", range: `bytes=10240-${10_240 + 65_535}` }]);
  });

  it("are asked for once by two who want them at the same time", async () => {
    const { octets, asked } = served();
    await Promise.all([octets.read(102_400, 103_424), octets.read(103_424, 104_448)]);
    expect(asked.filter(({ range }) => range !== null)).toHaveLength(1);
  });

  it("end with the file", async () => {
    const { octets, asked } = served();
    expectFile(await octets.read(2_999_296, size), 2_999_296, size);
    expect(asked.at(-1)?.range).toBe(`bytes=2999296-${size - 1}`);
  });

  it("survive a lost network and a server that is away", async () => {
    const { octets, waited, lost } = served(({ range }, count) =>
      range === null || count > 4 ? null : count === 2 ? "dead" : new Response("", { status: 503 }),
    );
    expectFile(await octets.read(102_400, 103_424), 102_400, 103_424);
    expect(waited).toEqual([0, 1, 2]);
    expect(lost).toEqual([]);
  });

  it("never mix two revisions", async () => {
    const { octets, lost } = served(({ range }) =>
      range === null ? null : new Response("x", { status: 206, headers: { etag: '"two"' } }),
    );
    const settled = await Promise.race([
      octets.read(102_400, 103_424),
      new Promise((resolve) => setTimeout(resolve, 50)),
    ]);
    expect(settled).toBeUndefined();
    expect(lost).toEqual([{ status: "changed" }]);
  });

  it("of a file that has grown since it was listed are another revision's", async () => {
    const { octets, lost } = served(({ range }) =>
      range === null
        ? null
        : new Response("x", { status: 206, headers: { etag: '"one"', "content-range": `bytes 0-0/${size + 1}` } }),
    );
    void octets.read(102_400, 103_424);
    await expect.poll(() => lost).toEqual([{ status: "changed" }]);
  });

  it("say once why they do not come", async () => {
    const { octets, lost } = served(() => new Response("", { status: 401 }));
    void octets.read(0, 1_024);
    void octets.read(204_800, 205_824);
    await expect.poll(() => lost).toEqual([{ status: 401 }]);
  });

  it("are not asked for any more once closed", async () => {
    const { octets, asked } = served(() => "dead");
    octets.close();
    void octets.read(0, 1_024);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});

describe("an opening", () => {
  it("is read up to where it is cut off", () => {
    const whole = Uint8Array.from(Buffer.concat([part(0, 1_024), part(4_096, 1_024)]));
    expect(readOpening(whole).map(({ begin, end }) => [begin, end])).toEqual([
      [0, 1_024],
      [4_096, 5_120],
    ]);
    expect(readOpening(whole.slice(0, -1))).toHaveLength(1);
    expect(readOpening(whole.slice(0, 5))).toEqual([]);
  });
});
