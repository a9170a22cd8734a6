import { describe, expect, it } from "vitest";
import { type Bench, isInGroup, reachesFloor } from "./figure.ts";
import { filesOfLogin } from "./web-login-js.ts";

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
      floor: { at, value },
      measure: async () => figure,
    });
    expect(
      [bench("most", 2), bench("most", 1), bench("least", 2), bench("least", 3)].map((b) => reachesFloor(b, figure)),
    ).toEqual([true, false, true, false]);
  });
});

describe("the JavaScript of /login", () => {
  it("is the entry, its imports and the languages, and no other lazy chunk", () => {
    const manifest = {
      "index.html": {
        file: "index.js",
        imports: ["_client.js"],
        dynamicImports: ["i18n/en.ts", "journey/journey.tsx"],
      },
      "_client.js": { file: "client.js", imports: ["_react.js"] },
      "_react.js": { file: "react.js" },
      "i18n/en.ts": { file: "en.js" },
      "journey/journey.tsx": { file: "journey.js" },
    };
    expect(filesOfLogin(manifest)).toEqual(["client.js", "en.js", "index.js", "react.js"]);
  });

  it("is not measured without an entry", () => {
    expect(() => filesOfLogin({})).toThrow(/index\.html/);
  });
});
