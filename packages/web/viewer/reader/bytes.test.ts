import { opening_head_bytes } from "@siegel/contract/limits.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBytes, readOpening } from "./bytes.ts";
import { type Fetching, type LostBytes, untilWorthTrying } from "./part-requests.ts";

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
function served(answer: (asked: Asked, count: number) => Response | "dead" | Error | null = () => null) {
  const asked: Asked[] = [];
  const lost: LostBytes[] = [];
  const waited: number[] = [];
  const patience: number[] = [];
  const fetching: Fetching = {
    url: "/file",
    size,
    headers: () => ({}),
    fetch: async (url, init) => {
      const one = { url: String(url), range: new Headers(init?.headers).get("range") };
      asked.push(one);
      const other = answer(one, asked.length);
      if (other === "dead") throw new TypeError("no network");
      if (other instanceof Error) throw other;
      if (other !== null) return other;
      const headers = { etag: '"one"' };
      if (one.url.endsWith("/opening"))
        return new Response(Buffer.concat([part(0, 1_024), part(2_048, 2_048)]), { headers });
      const [start, end] = (one.range ?? "").replace("bytes=", "").split("-").map(Number);
      return new Response(file.slice(start, (end ?? 0) + 1), { status: 206, headers });
    },
    wait: async (tries, leastMs) => {
      waited.push(tries);
      patience.push(leastMs);
    },
    onLost: (why) => lost.push(why),
  };
  return { bytes: openBytes(fetching), asked, lost, waited, patience };
}

const expectFile = (bytes: Uint8Array, begin: number, end: number) =>
  expect(Buffer.compare(bytes, file.subarray(begin, end))).toBe(0);

describe("bytes of a document", () => {
  it("come from the opening where it has them, and one request brings what follows as well", async () => {
    const { bytes, asked } = served();
    expectFile(await bytes.read(2_048, 3_072), 2_048, 3_072);
    expect(asked.map(({ url }) => url)).toEqual(["/file/opening"]);
    expectFile(await bytes.read(10_240, 11_264), 10_240, 11_264);
    expectFile(await bytes.read(11_264, 20_480), 11_264, 20_480);
    expect(asked.slice(1)).toEqual([{ url: "/file", range: `bytes=10240-${10_240 + 65_535}` }]);
  });

  it("are asked for once by two who want them at the same time", async () => {
    const { bytes, asked } = served();
    await Promise.all([bytes.read(102_400, 103_424), bytes.read(103_424, 104_448)]);
    expect(asked.filter(({ range }) => range !== null)).toHaveLength(1);
  });

  it("end with the file", async () => {
    const { bytes, asked } = served();
    expectFile(await bytes.read(2_999_296, size), 2_999_296, size);
    expect(asked.at(-1)?.range).toBe(`bytes=2999296-${size - 1}`);
  });

  it("survive a lost network and a server that is away", async () => {
    const { bytes, waited, lost } = served(({ range }, count) =>
      range === null || count > 4 ? null : count === 2 ? "dead" : new Response("", { status: 503 }),
    );
    expectFile(await bytes.read(102_400, 103_424), 102_400, 103_424);
    expect(waited).toEqual([0, 1, 2]);
    expect(lost).toEqual([]);
  });

  it("are asked for again no sooner than the server wants it", async () => {
    const busy = (status: number, after: string) => new Response("", { status, headers: { "retry-after": after } });
    const { bytes, patience } = served(({ range }, count) =>
      range === null ? null : ([busy(429, "7"), busy(503, "20"), busy(429, "soon")][count - 2] ?? null),
    );
    expectFile(await bytes.read(102_400, 103_424), 102_400, 103_424);
    expect(patience).toEqual([7_000, 20_000, 0]);
  });

  it("are asked for again where the network was lost in the middle of an answer", async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
    const { bytes, waited } = served(({ range }, count) =>
      range !== null && count === 2 ? new Response(broken, { headers: { etag: '"one"' } }) : null,
    );
    expectFile(await bytes.read(102_400, 103_424), 102_400, 103_424);
    expect(waited).toEqual([0]);
  });

  it("do not hide a fault of ours behind a lost network: who waits is told, and the next one asks anew", async () => {
    const { bytes, waited } = served(({ range }, count) =>
      range !== null && count === 2 ? new RangeError("Array buffer allocation failed") : null,
    );
    await expect(bytes.read(102_400, 103_424)).rejects.toThrow("allocation failed");
    expect(waited).toEqual([]);
    expectFile(await bytes.read(102_400, 103_424), 102_400, 103_424);
  });

  it("never mix two revisions", async () => {
    const { bytes, lost } = served(({ range }) =>
      range === null ? null : new Response("x", { status: 206, headers: { etag: '"two"' } }),
    );
    const settled = await Promise.race([
      bytes.read(102_400, 103_424),
      new Promise((resolve) => setTimeout(resolve, 50)),
    ]);
    expect(settled).toBeUndefined();
    expect(lost).toEqual([{ status: "changed", code: null }]);
  });

  it("of a file that has grown since it was listed are another revision's", async () => {
    const { bytes, lost } = served(({ range }) =>
      range === null
        ? null
        : new Response("x", { status: 206, headers: { etag: '"one"', "content-range": `bytes 0-0/${size + 1}` } }),
    );
    void bytes.read(102_400, 103_424);
    await expect.poll(() => lost).toEqual([{ status: "changed", code: null }]);
  });

  it("say once why they do not come", async () => {
    const { bytes, lost } = served(() => new Response("", { status: 401 }));
    void bytes.read(0, 1_024);
    void bytes.read(204_800, 205_824);
    await expect.poll(() => lost).toEqual([{ status: 401, code: null }]);
  });

  it("are not asked for any more once closed", async () => {
    const { bytes, asked } = served(() => "dead");
    bytes.close();
    void bytes.read(0, 1_024);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});

describe("the wait before bytes are asked for again", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", new EventTarget());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Whether it is over now, as it goes on. */
  function begun(tries: number, leastMs: number): { isOver: boolean } {
    const wait = { isOver: false };
    void untilWorthTrying(tries, leastMs).then(() => {
      wait.isOver = true;
    });
    return wait;
  }

  it("is as long as the server asked for, also when the network is back", async () => {
    const wait = begun(0, 7_000);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(6_999);
    expect(wait.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(wait.isOver).toBe(true);
  });

  it("grows, and ends when the network is back", async () => {
    const [first, fourth] = [begun(0, 0), begun(3, 0)];
    await vi.advanceTimersByTimeAsync(500);
    expect([first.isOver, fourth.isOver]).toEqual([true, false]);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(fourth.isOver).toBe(true);
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
