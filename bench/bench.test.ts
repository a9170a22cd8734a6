import { describe, expect, it, vi } from "vitest";
import { type Bench, isInGroup, reachesFloor, spreadOf } from "./figure.ts";
import { interleave, quantile, ratioOfRates, ratioOfTimes } from "./interleave.ts";
import { lookUntilJudged } from "./web/lighthouse.ts";
import { filesOfLogin } from "./web/login-js.ts";

describe("figures", () => {
  it("belong to every group that begins their name at a dot", () => {
    expect(
      ["web", "web.login", "web.login.js", "we", "web.log"].map((group) => isInGroup("web.login.js", group)),
    ).toEqual([true, true, true, false, false]);
  });

  it("reach a floor from the right side", () => {
    const figure = { name: "x", value: 2, baseline: null, unit: "", runs: [2], note: "" };
    const bench = (at: "most" | "least", value: number): Bench => ({
      name: "x",
      floor: { at, value, goal: value },
      measure: async () => figure,
    });
    expect(
      [bench("most", 2), bench("most", 1), bench("least", 2), bench("least", 3)].map((b) => reachesFloor(b, figure)),
    ).toEqual([true, false, true, false]);
    const runs = { runs: [3, 1, 2] };
    expect(spreadOf(bench("most", 2), runs)).toEqual({ best: 1, worst: 3 });
    expect(spreadOf(bench("least", 2), runs)).toEqual({ best: 3, worst: 1 });
  });
});

describe("a quantile", () => {
  it("is the smallest value that the given share of values does not exceed", () => {
    const values = Array.from({ length: 120 }, (_, n) => 120 - n);
    expect([0.5, 0.95, 0.99, 1].map((share) => quantile(values, share))).toEqual([60, 114, 119, 120]);
    expect([quantile([7], 0.99), quantile([], 0.5)]).toEqual([7, Number.NaN]);
  });
});

describe("the JavaScript of /login", () => {
  it("is the entry, its imports and the languages, and no other lazy chunk", () => {
    const manifest = {
      "index.html": {
        file: "index.js",
        imports: ["_client.js"],
        dynamicImports: ["i18n/journey-en.ts", "routes.tsx"],
      },
      "_client.js": { file: "client.js", imports: ["_react.js"] },
      "_react.js": { file: "react.js" },
      "i18n/journey-en.ts": { file: "en.js" },
      "routes.tsx": { file: "routes.js" },
    };
    expect(filesOfLogin(manifest)).toEqual(["client.js", "en.js", "index.js", "react.js"]);
  });

  it("is not measured without an entry", () => {
    expect(() => filesOfLogin({})).toThrow(/index\.html/);
  });
});

describe("a page before Lighthouse", () => {
  const judged = { categories: { performance: { score: 0.99 } }, audits: {} };
  const unjudged = {
    categories: { performance: { score: null } },
    audits: { "first-contentful-paint": { errorMessage: "NO_FCP" } },
    runtimeError: { message: "nothing was painted" },
  };

  it("is looked at anew where it was not judged, and three times at most", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const looks = [unjudged, unjudged, judged];
    expect(await lookUntilJudged(async () => looks.shift() ?? unjudged)).toBe(judged);
    expect(said.mock.calls.map(([line]) => line)).toEqual([
      "second try: Lighthouse judged nothing: nothing was painted; NO_FCP\n",
      "second try: Lighthouse judged nothing: nothing was painted; NO_FCP\n",
    ]);
    await expect(lookUntilJudged(async () => unjudged)).rejects.toThrow("nothing was painted; NO_FCP");
    expect(said).toHaveBeenCalledTimes(4);
  });
});

describe("two sides in turns", () => {
  it("are measured a call each, checked after every turn, five times, and the middlemost run is the figure", async () => {
    const checked: number[] = [];
    const pairs = await interleave(
      { once: () => 1, check: (made) => void checked.push(made.length) },
      { once: () => 2 },
      { calls: 3, baselineCalls: 5, turns: 2, warmUp: 1, effort: "full" },
    );
    expect(pairs).toHaveLength(5);
    expect(checked).toEqual(Array.from({ length: 10 }, () => 3));
    const seconds = [
      { value: 2, baseline: 1 },
      { value: 4, baseline: 1 },
      { value: 10, baseline: 2 },
    ];
    expect(ratioOfRates({ name: "a", note: "" }, seconds)).toMatchObject({
      value: 0.25,
      baseline: 1,
      runs: [0.5, 0.25, 0.2],
    });
    expect(ratioOfTimes({ name: "b", note: "" }, seconds)).toMatchObject({ value: 4, baseline: 1, runs: [2, 4, 5] });
  });

  it("do not count what does not hold", async () => {
    const failing = { once: () => false, check: () => Promise.reject(new Error("it does not hold")) };
    const plan = { calls: 1, turns: 1, warmUp: 0, effort: "full" } as const;
    await expect(interleave(failing, { once: () => true }, plan)).rejects.toThrow("it does not hold");
  });
});
