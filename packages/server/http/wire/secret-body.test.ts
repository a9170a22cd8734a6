import { signer_body_bytes_max, signer_json_names_max } from "@siegel/contract/limits.ts";
import { describe, expect, it, vi } from "vitest";
import { hasMoreNames } from "./json-body.ts";
import { takeOut } from "./secret-body.ts";

const taking = (text: string, names = ["password"]) => {
  const body = Buffer.from(text);
  const found = takeOut(body, names);
  const secret = found.get("password");
  return { secret: secret === undefined ? null : Buffer.from(secret).toString("utf8"), left: body.toString("utf8") };
};

describe("a member that must not become a string", () => {
  it("[T-050] is taken out of the text as a parser reads it, and what is left is JSON without it", () => {
    const passwords = [
      "Sicher 1!",
      "",
      'a"b\\c/\b\f\n\r\t',
      "Grüße 🔑",
      "\ud800",
      "\u0000",
      "x".repeat(1_024),
      "🔑".repeat(512),
    ];
    for (const password of passwords) {
      const plain = JSON.stringify({ a: [{ password: "other" }], password, "b{": "}" });
      const escaped = plain.replace(
        /[^\0-~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`,
      );
      for (const text of [plain, escaped, ` ${plain.replaceAll(":", " :\n ")} `]) {
        const { secret, left } = taking(text);
        const expected = text.includes("\n ") ? (JSON.parse(text) as { password: string }).password : password;
        expect(secret).toBe(expected.toWellFormed());
        const parsed = JSON.parse(left) as { a: unknown; password: string };
        expect(parsed.password).toBe(password === "" ? "" : "x");
        expect(parsed.a).toEqual([{ password: "other" }]);
      }
    }
  });

  it("is known under every spelling of its name, and the last of several counts", () => {
    expect(taking('{"p\\u0061ssword":"one","password":"two"}').secret).toBe("two");
    expect(JSON.parse(taking('{"p\\u0061ssword":"one"}').left)).toEqual({ password: "x" });
  });

  it("stays where it is no string or no member of the outermost object, and too long where it was", () => {
    for (const text of [
      '{"password":7}',
      '{"password":["a"]}',
      '{"o":{"password":"a"}}',
      '["password","a"]',
      '"password"',
    ])
      expect(taking(text)).toEqual({ secret: null, left: text });
    expect(JSON.parse(taking(JSON.stringify({ password: "y".repeat(1_025) })).left)).toEqual({
      password: "x".repeat(1_025),
    });
  });

  it("is taken out of what is cut off, too", () => {
    const whole = '{"a":1,"password":"secret words"';
    for (let end = whole.indexOf("s", 19) + 1; end <= whole.length; end++)
      expect(taking(whole.slice(0, end)).left).not.toContain("secr");
  });

  it("[T-050] is looked for in four megabytes of strings without memory for each of them", () => {
    let made = 0;
    class Counted extends ArrayBuffer {
      constructor(length: number) {
        super(length);
        made += 1;
      }
    }
    for (const part of ['""', '"",', '"\\u0070",', '"":"",', '"":1,']) {
      const body = Buffer.from(`{${part.repeat(Math.floor(signer_body_bytes_max / part.length))}`);
      vi.stubGlobal("ArrayBuffer", Counted);
      if (!hasMoreNames(body, signer_json_names_max)) takeOut(body, ["password"]);
      vi.unstubAllGlobals();
    }
    expect(made).toBe(0);
  });
});
