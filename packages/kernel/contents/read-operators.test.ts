/** Contents that readers read in different ways, and what each of them does. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Operand, readContents } from "./read-operators.ts";

const shown = (operand: Operand): string =>
  typeof operand === "object"
    ? `[${operand.numbers.join(" ")}]`
    : typeof operand === "string"
      ? `/${operand}`
      : `${operand}`;

/** What pdf.js reads, and what the standard says where that is another thing. The same twice is one. */
function readings(contents: string | Uint8Array): string[] {
  const bytes = typeof contents === "string" ? Buffer.from(contents, "latin1") : contents;
  const walks = readContents({ bytes, componentsOf: (space) => (space === "C" ? 2 : undefined) }, () => {
    const walk: string[] = [];
    return { walk, operate: (operator, operands) => walk.push([...operands.map(shown), operator].join(" ")) };
  });
  return [...new Set(walks.map((walk) => walk.join(", ")))];
}

const image = (entries: string, octets: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`BI ${entries} ID `), Buffer.from(octets), Buffer.from(" EI f")]);

describe("operators", () => {
  it.each<[string, string, string[]]>([
    ["the last operands count", "9 8 1 2 m", ["1 2 m"]],
    ["the ones that are too many count for operators that have too few, in pdf.js", "3 4 9 w m", ["9 w, 3 4 m", "9 w"]],
    ["too few are none", "1 m 2 w", ["2 w"]],
    ["an operator that there is not takes nothing, in pdf.js", "1 2 xyz m", ["1 2 m", ""]],
    ["words are divided, in pdf.js", "1 2 3 4 ref 5wq", ["1 2 3 4 re, f, 5 w, q", ""]],
    ["numbers end before a letter: there are no exponents", "1e3 2 m", ["1 2 m", ""]],
    ["numbers in other writing", "-.5 +2 m 1-2 3. m --4 5.5.5 m -\n6 7 m", ["-0.5 2 m, 12 3 m, 5.5 0.5 m, -6 7 m"]],
    ["words that stand for numbers elsewhere", "0x10 NaN Infinity 2 w", ["2 w"]],
    ["numbers of an array are one operand", "[1 [2] (3)] 0 d", ["[1 2] 0 d"]],
    ["within an array nothing is an operator", "[1 2 m 3 4 l] 0 d", ["[1 2 3 4] 0 d"]],
    ["a dictionary is one operand", "/P << /MCID 0 /K [1 2] >> BDC", ["/P [] BDC"]],
    [
      "what closes a dictionary stands for a value, where one is missing",
      "/P << /K >> 1 2 m >> BDC 3 w",
      ["/P [] BDC, 3 w"],
    ],
    ["texts and comments", "(1 w \\) 2 w) Tj % 3 w\n<31> Tj", ["[] Tj, [] Tj"]],
    ["a reference is one operand, in pdf.js", "1 2 3 4 5 0 R w re", ["[] w, 1 2 3 4 re", ""]],
    ["octets above ASCII go on with a word", "1 2 m\xe9 3 w", ["1 2 m, 3 w", "3 w"]],
  ])("%s", (_what, contents, expected) => {
    expect(readings(contents)).toEqual(expected);
  });

  it.each([
    ["more operands than pdf.js takes", "0 ".repeat(34)],
    ["a number without end", "9".repeat(400)],
    ["arrays without end", "[".repeat(200)],
  ])("%s: are refused", (_what, contents) => {
    expect(() => readings(contents)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("the end of an inline image", () => {
  const six = "ab EI ";
  it.each<[string, Buffer, string[]]>([
    ["is counted by its size", image("/W 2 /H 6 /BPC 4 /CS /G", six), ["[] EI, f"]],
    [
      "is counted, and found elsewhere by pdf.js",
      image("/W 8 /H 1 /BPC 8 /CS /RGB", "ab EI 1 2 m 1 2 m 1 2 m "),
      ["[] EI, 1 2 m, 1 2 m, 1 2 m, f", "[] EI, f"],
    ],
    [
      "is counted in a space of the resources",
      image("/W 12 /H 1 /BPC 8 /CS /C", "ab EI 1 2 m 1 2 m 1 2 m "),
      ["[] EI, 1 2 m, 1 2 m, 1 2 m, f", "[] EI, f"],
    ],
    [
      "is counted of a mask",
      image("/W 8 /H 24 /IM true", "ab EI 1 2 m 1 2 m 1 2 m "),
      ["[] EI, 1 2 m, 1 2 m, 1 2 m, f", "[] EI, f"],
    ],
    ["is said", image("/L 24 /F /LZW", "ab EI 1 2 m 1 2 m 1 2 m "), ["[] EI, 1 2 m, 1 2 m, 1 2 m, f", "[] EI, f"]],
    [
      "is that of what is packed",
      image("/F /Fl", deflateSync("ab EI 1 2 m 1 2 m 1 2 m ", { level: 0 })),
      ["[] EI, 1 2 m, 1 2 m, 1 2 m, f", "[] EI, f"],
    ],
    ["is no EI before other octets", image("/F /LZW", "ab EI \x01 1 2 m 1 2 m 1 2 m"), ["[] EI, f"]],
    ["is no EI before other words", image("/F /LZW", "ab EI xyz 1 2 m 1 2 m 1 2 m"), ["[] EI, f"]],
    [
      "needs no white space before, in pdf.js",
      image("/W 24 /H 1 /BPC 8 /CS /G", "ab.EI 1 2 m 1 2 m 1 2 m "),
      ["[] EI, 1 2 m, 1 2 m, 1 2 m, f", "[] EI, f"],
    ],
    ["stands behind what closes hexadecimal digits", image("/F /AHx", "00 EI 1 2 m 1 2 m 1 2 m >"), ["[] EI, f"]],
    ["stands behind what closes base 85", image("/F [/A85 /Fl]", "00 EI 1 2 m 1 2 m 1 2 m ~>"), ["[] EI, f"]],
    [
      "stands behind the end of a JPEG",
      image("/F /DCT", Buffer.from("\xff\xd8\xff\xe0\x00\x14 EI 1 2 m 1 2 m 1\xff\xff\xd9", "latin1")),
      ["[] EI, f"],
    ],
    ["is that of the contents, where there is none", Buffer.from("BI /W 1 ID 1 2 m"), ["[] EI"]],
  ])("%s", (_what, contents, expected) => {
    expect(readings(contents)).toEqual(expected);
  });

  it("leaves what stands before the image to other operators", () => {
    expect(
      readings(Buffer.concat([Buffer.from("5 "), image("/W 1 /H 1 /BPC 8 /CS /G", "x"), Buffer.from(" w")])),
    ).toEqual(["[] EI, f, 5 w", "[] EI, f"]);
  });
});

describe("contents that programs read each in their own way", () => {
  const isAmbiguous = (contents: string | Uint8Array): boolean => {
    let found = false;
    const how = { bytes: Buffer.from(contents as string, "latin1"), componentsOf: () => undefined };
    const onAmbiguous = () => {
      found = true;
    };
    readContents({ ...how, onAmbiguous }, () => ({ walk: null, operate: () => undefined }));
    return found;
  };

  it.each([
    ["an image that ends earlier in pdf.js", "BI /W n /H 1 /BPC 8 /CS /G /L 16 ID ab\nEI Q 1 g q\n\n EI Q"],
    ["operands that are too many", "0 1 g"],
    ["operands of another operator", "3 4 9 w m"],
    ["operands of a word that is none", "1 xyz g"],
    ["an exponent", "1e1 g"],
    ["a sign within a number", "9-0 g"],
    ["two signs", "--1 g"],
    ["two points", "1.0.5 g"],
    ["words without space between", "1 2 3 4 ref"],
  ])("are told: %s", (_what, contents) => {
    expect(isAmbiguous(contents)).toBe(true);
  });

  it.each([
    ["numbers as they are written", "-.5 +2 m 0. 007 l"],
    ["an image by its size", "q BI /W 2 /H 6 /BPC 8 /CS /G ID abcdefghijkl\nEI Q"],
    ["compatible sections", "BX EX /P << /MCID 0 >> BDC EMC"],
    ["arrays and texts", "[(a) -120.5 <62>] TJ (c) ' 1 2 (d) \""],
  ])("are not told: %s", (_what, contents) => {
    expect(isAmbiguous(contents)).toBe(false);
  });
});
