import { describe, expect, it } from "vitest";
import { checkSizes } from "./sizes.ts";
import { checkAddresses, checkLines, checkNames } from "./words.ts";

const none = { files: {}, functions: {} };
const body = (lines: number): string => "  call();\n".repeat(lines);
const file = (path: string, text: string) => ({ path, text });

describe("sizes", () => {
  it("lets 300 lines and 70 lines pass and stops one more", () => {
    expect(checkSizes([file("a.ts", "x;\n".repeat(300))], none)).toEqual([]);
    expect(checkSizes([file("a.ts", "x;\n".repeat(301))], none)).toEqual(["a.ts has 301 lines"]);
    expect(checkSizes([file("a.ts", `function f() {\n${body(68)}}\n`)], none)).toEqual([]);
    expect(checkSizes([file("a.ts", `const f = () => {\n${body(69)}};\n`)], none)).toEqual([
      "a.ts#f (line 1) has 71 lines",
    ]);
  });

  it("gives a React component 120 lines and measures no function of a test", () => {
    expect(checkSizes([file("a.tsx", `function Page() {\n${body(118)}}\n`)], none)).toEqual([]);
    expect(checkSizes([file("a.tsx", `function Page() {\n${body(119)}}\n`)], none)).toHaveLength(1);
    expect(checkSizes([file("a.test.ts", `function f() {\n${body(200)}}\n`)], none)).toEqual([]);
  });

  it("accepts a written reason, and asks for its removal once it is needed no more", () => {
    const long = file("a.ts", `function f() {\n${body(100)}}\n`);
    const exceptions = { files: {}, functions: { "a.ts#f": "a table" } };
    expect(checkSizes([long], exceptions)).toEqual([]);
    expect(checkSizes([file("a.ts", "x;\n")], exceptions)).toEqual(["a.ts#f needs its exception no more"]);
  });
});

describe("words", () => {
  it("refuses names that say nothing, as a word and not as a part of one", () => {
    expect(checkNames(["packages/server/rooms/accounts/token-utils.ts"])).toHaveLength(1);
    expect(checkNames(["packages/kernel/common/der.ts"])).toHaveLength(1);
    expect(checkNames(["packages/server/db/database.ts", "packages/web/newcomer.ts"])).toEqual([]);
    expect(checkNames(["packages/kernel/cms/verify-signed-data.test.ts", "packages/kernel/cms/data.ts"])).toHaveLength(
      1,
    );
  });

  const lines = [
    { path: "packages/server/rooms/signing/sign.ts", text: "const now = new Date();", bad: true },
    { path: "packages/server/rooms/signing/sign.ts", text: "const at = new Date(row.at);", bad: false },
    { path: "packages/server/rooms/signing/sign.test.ts", text: "const now = new Date();", bad: false },
    { path: "packages/server/adapters/clock.ts", text: "const now = new Date();", bad: false },
    { path: "packages/kernel/cms/nonce.ts", text: "randomBytes(8)", bad: true },
    { path: "packages/server/http/serve.ts", text: "process.env.PORT", bad: true },
    { path: "packages/server/adapters/child.ts", text: 'process.env["PATH"]', bad: false },
    { path: "packages/web/ui/button.tsx", text: `const x = y ${"as"} any;`, bad: true },
    { path: "packages/web/ui/button.test.tsx", text: `it${".only"}("x")`, bad: true },
  ];
  for (const row of lines) {
    it(`${row.bad ? "refuses" : "accepts"} ${row.text} in ${row.path}`, () => {
      expect(checkLines([file(row.path, row.text)])).toHaveLength(row.bad ? 1 : 0);
    });
  }

  it("refuses download addresses in a lock file and paths of this machine", () => {
    const host = ["registry", "example", "org"].join(".");
    const lock = file("package-lock.json", `"resolved": "${"https"}://${host}/zod.tgz"`);
    expect(checkAddresses([lock], "/home/somebody/siegel")).toEqual(["package-lock.json:1: an address of a registry"]);
    expect(checkAddresses([file("package-lock.json", '"resolved": "packages/web"')], "/home/x")).toEqual([]);
    const machine = checkAddresses([file("a.md", "see /home/somebody/siegel/a.md")], "/home/somebody/siegel");
    expect(machine).toEqual(["a.md:1: a path of this machine"]);
  });
});
