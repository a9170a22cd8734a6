import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeInput } from "./attempt.ts";
import { attemptAlone, fuzzTarget } from "./fuzz-target.ts";
import { minimise } from "./minimise.ts";
import { randomFrom } from "./random.ts";
import { readXml } from "./read-xml.ts";
import { calls, requests } from "./seeds/calls.ts";
import { openTarget, targetNames } from "./targets.ts";

const refusedSeeds = new Set(["pdf", "tsp-token"]);
const made = targetNames.filter((name) => name !== "pdf-corpus");

describe("an input", () => {
  it.each(made)("of %s is the same again with the same seed and number, and another with another", async (name) => {
    const target = await openTarget(name);
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const inputsOf = (seed: string) =>
      numbers.map((number) => Buffer.from(makeInput(target, seed, number)).toString("hex"));
    expect(inputsOf("7")).toEqual(inputsOf("7"));
    expect(new Set([...inputsOf("7"), ...inputsOf("8")]).size).toBeGreaterThan(60);
  });

  it.each(made)("of %s begins with something that is accepted", async (name) => {
    const target = await openTarget(name);
    const accepted = [];
    // Not by `attempt`, which also judges the memory of this process: other tests had it before.
    for (const seed of target.seeds) accepted.push(await target.run(seed));
    expect(accepted).toContain(true);
    if (!refusedSeeds.has(name)) expect(accepted).not.toContain(false);
  });

  it("is no larger than a reader of structures is ever given, with copies of copies too", async () => {
    const target = await openTarget("crl");
    const lengths = Array.from({ length: 1_500 }, (_, number) => makeInput(target, "517665", number).length);
    expect(Math.max(...lengths)).toBeLessThan(4 * 1_024 * 1_024);
  });

  it("of the HTTP targets begins with every call of the contract", () => {
    expect(new Set(requests.map(({ call }) => call))).toEqual(new Set(calls.keys()));
  });
});

describe("an input alone in a process", () => {
  const folder = mkdtempSync(join(tmpdir(), "siegel-planted-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const cases: [string, string, RegExp | null][] = [
    ["throws", "t", /^TypeError: nobody foresaw this/],
    ["dies", "d", /^died: status (SIG|1)/],
    ["never ends", "h", /^hung: nothing for 8 s/],
    ["takes long", "s", /^(\d+\.\d s,|hung)/],
    ["takes much memory", "m", / [6-9]\d\d MB$/],
    ["is all right", "x", null],
  ];
  it.concurrent.each(cases)(
    "that %s is told from others",
    async (_what, fault, text) => {
      const path = join(folder, fault);
      writeFileSync(path, fault);
      // Memory takes its time where others want it too; who never ends need not be waited for so long.
      const wrong = await attemptAlone("planted", path, fault === "m" ? 60 : 8);
      if (text === null) expect(wrong).toBeNull();
      else expect(wrong?.text).toMatch(text);
    },
    120_000,
  );
});

describe("a round", () => {
  it("tells of a flaw once, with its smallest input, and goes on after a death", async () => {
    // With this seed the first planted input dies and the second throws.
    const target = await openTarget("planted");
    const round = await fuzzTarget(target, { seed: "8", seconds: 60, inputs: 2, stillSeconds: 8 });
    expect(round.inputs).toBe(2);
    expect(round.findings.map(({ mark, input }) => [mark, Buffer.from(input).toString()])).toEqual([
      ["died at 0", "d, 0123456789"],
      [expect.stringMatching(/^TypeError .*nobody foresaw this/), "t"],
    ]);
  }, 120_000);
});

describe("what an input does only after others", () => {
  const round = { seed: "1", seconds: 60, stillSeconds: 8 };
  const marksOf = (all: readonly { readonly mark: string; readonly isFault: boolean }[]) =>
    all.map(({ mark, isFault }) => [mark, isFault]);

  it("is told: a death", async () => {
    const { findings, unconfirmed } = await fuzzTarget(await openTarget("planted-death"), { ...round, inputs: 4 });
    expect([findings, marksOf(unconfirmed)]).toEqual([[], [["died at 2", true]]]);
  }, 120_000);

  it("is told: memory that is not given back", async () => {
    const { findings, unconfirmed } = await fuzzTarget(await openTarget("planted-leak"), { ...round, inputs: 4 });
    expect([findings, marksOf(unconfirmed)]).toEqual([[], [[expect.stringMatching(/^leak at [23]$/), true]]]);
  }, 120_000);
});

describe("a round's least", () => {
  it("is gone after when the time is over", async () => {
    const share = { seed: "1", seconds: 0, inputs: 1_000, atLeast: { inputs: 50, accepted: 5 } };
    const { inputs, accepted } = await fuzzTarget(await openTarget("sntp"), share);
    expect([inputs >= 50, accepted >= 5]).toEqual([true, true]);
  }, 60_000);

  it("fails a target that accepts nothing", () => {
    const run = (...more: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, "run.ts"), "--minutes", "0", ...more], {
        encoding: "utf8",
      });
    const refusing = run("--target", "planted-refusal");
    expect([refusing.status, refusing.stdout]).toEqual([1, expect.stringContaining("0 passed, 1 failed")]);
  }, 60_000);
});

describe("a finding", () => {
  it("is cut down to what it takes", async () => {
    const input = Buffer.from("some bytes before (needle) and (thread) behind");
    const fails = async (candidate: Uint8Array) => /e.*l.*th/.test(Buffer.from(candidate).toString());
    expect(Buffer.from(await minimise(input, fails, 3_000)).toString()).toBe("elth");
  });
});

describe("the reader that judges XFDF", () => {
  it.each([
    "<a>",
    "<a></b>",
    "<a/><b/>",
    '<a x="1" x="2"/>',
    "<a>&nbsp;</a>",
    "<a>\0</a>",
    "<a>]</a",
    'a="1"',
    "<a x='1'/>",
    "<a>&</a>",
  ])("takes no %s", (text) => {
    expect(() => readXml(text)).toThrow();
  });

  it("reads what is there", () => {
    expect(readXml('<a x="&lt;"><b>&#9;&amp;</b></a>')).toMatchObject({
      name: "a",
      attributes: new Map([["x", "<"]]),
      children: [{ name: "b", text: "\t&" }],
    });
  });
});

describe("chance", () => {
  it("reaches every number of its range and no other", () => {
    const random = randomFrom("any");
    const seen = new Set(Array.from({ length: 2_000 }, () => random.below(10)));
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
