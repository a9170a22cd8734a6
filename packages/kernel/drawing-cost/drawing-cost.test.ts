/** Pages that would keep whoever looks at them waiting. */
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

/** Forms from object `first` on, each of which draws the next one as often as `draws` names it. */
const chain = (count: number, draws: (next: number) => [operators: string, entries: string], first = 5): string[] =>
  Array.from({ length: count }, (_, i) => (i === count - 1 ? form("q Q") : form(...draws(first + i + 1))));

const byName = (next: number, name = "X"): string => `/Resources << /XObject << /${name} ${next} 0 R >> >>`;
const twice = (next: number): [string, string] => ["/X Do /X Do", byName(next)];
const through =
  (kind: string, operators: string) =>
  (next: number): [string, string] => [
    operators,
    `/Resources << /${kind} << /P ${kind === "ExtGState" ? `<< /SMask << /G ${next} 0 R >> >>` : `${next} 0 R`} >> >>`,
  ];
const glyphs = (resources: string, proc: number): string =>
  `<< /Type /Font /Subtype /Type3 /FontMatrix [.001 0 0 .001 0 0] /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /CharProcs << /a ${proc} 0 R >> ${resources} >>`;

const fills = "0 0 5 5 re f ".repeat(4_000);
const tile = (operators: string, entries = "/BBox [0 0 9 9] /XStep 9 /YStep 9"): string =>
  contentStream(operators).replace("<<", `<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${entries}`);
const onPattern =
  "/MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> /XObject << /X 6 0 R >> >>";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

describe("a page that costs too much to draw", () => {
  it.each<[string, Uint8Array]>([
    ["contents of 100 MB in 100 kB", page("/Contents 4 0 R", packed(Buffer.alloc(100_000_000, "q Q ")))],
    [
      "the same contents many times",
      page(`/Contents [${"4 0 R ".repeat(3)}]`, packed(Buffer.alloc(30_000_000, "q Q "))),
    ],
    ["forms that draw the next one twice", page("/Contents 4 0 R", contentStream("/X Do"), ...chain(20, twice))],
    [
      "the same in an annotation",
      page("/Annots [<< /Subtype /Square /AP << /N << /On 5 0 R >> >> >>]", "null", ...chain(20, twice)),
    ],
    [
      "the same by patterns",
      page(
        "/Contents 4 0 R",
        contentStream("/X Do"),
        ...chain(20, through("Pattern", "/Pattern cs /P scn f /Pattern cs /P scn f")),
      ),
    ],
    [
      "the same by soft masks",
      page("/Contents 4 0 R", contentStream("/X Do"), ...chain(20, through("ExtGState", "/P gs f /P gs f"))),
    ],
    [
      "the same by forms that inherit their resources",
      page(
        `/Contents 4 0 R /Resources << /XObject << ${Array.from({ length: 20 }, (_, i) => `/X${i + 5} ${i + 5} 0 R`).join(" ")} >> >>`,
        contentStream("/X5 Do"),
        ...chain(20, (next) => [`/X${next} Do /X${next} Do`, ""]),
      ),
    ],
    [
      "the same by names in other writing, behind comments",
      page(
        "/Contents 4 0 R",
        contentStream("/X Do"),
        ...chain(20, (next) => ["/#58%/Y (\nDo (%) Tj /X/Y pop\nDo", byName(next)]),
      ),
    ],
    [
      "one form more often than anybody looks",
      page("/Contents 4 0 R", contentStream("/X Do ".repeat(50_001)), form("q Q")),
    ],
    ["a form that draws itself", page("/Contents 4 0 R", contentStream("/X Do"), form("/X Do"))],
    [
      "forms within forms without end",
      page("/Contents 4 0 R", contentStream("/X Do"), ...chain(60, (next) => ["/X Do", byName(next)])),
    ],
    [
      "glyphs that draw forms",
      page(
        "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>",
        contentStream(`/F 9 Tf (${"a".repeat(60_000)}) Tj`),
        glyphs(byName(7), 6),
        form("/X Do"),
        form("q Q"),
      ),
    ],
    [
      "a pattern that a million fills are painted with",
      page(onPattern, contentStream(`/Pattern cs /P scn ${"f ".repeat(1e6)}`), tile("q Q")),
    ],
    [
      "the same without white space",
      page(onPattern, contentStream(`/Pattern cs /P scn ${"0f[]".repeat(1e6)}`), tile("q Q")),
    ],
    [
      "the same in a form that takes its colour from the page",
      page(onPattern, contentStream("/Pattern cs /P scn /X Do /X Do"), tile("q Q"), form("f* ".repeat(5e5))),
    ],
    [
      "the same in a page's other part",
      page(
        onPattern.replace("4 0 R", "[4 0 R 6 0 R]"),
        contentStream("/Pattern cs /P scn"),
        tile("q Q"),
        contentStream("(a)Tj ".repeat(1e6)),
      ),
    ],
    [
      "the same in an annotation",
      page(
        "/Annots [<< /AP << /N 4 0 R >> >>]",
        form(`/Pattern cs /P scn ${"f ".repeat(1e6)}`, "/Resources << /Pattern << /P 5 0 R >> >>"),
        tile("q Q"),
      ),
    ],
    [
      "a dear pattern that areas are painted with",
      page(onPattern, contentStream(`/Pattern cs /P scn ${"9 9 9 9 re f ".repeat(2_000)}`), tile(fills)),
    ],
    [
      "a dear pattern that strings are painted with",
      page(onPattern, contentStream(`/Pattern cs /P scn BT ${"(a) Tj ".repeat(500)} ET`), tile(fills)),
    ],
    [
      "a dear pattern that strings of one array are painted with",
      page(onPattern, contentStream(`/Pattern cs /P scn BT [${"(a) 5 ".repeat(500)}] TJ ET`), tile(fills)),
    ],
    [
      "a large pattern that is often painted with",
      page(onPattern, contentStream(`/Pattern cs /P scn ${"f ".repeat(2e4)}`), tile("0 0 m ".repeat(2e4))),
    ],
    [
      "a pattern that repeats without end",
      page(
        onPattern,
        contentStream("/Pattern cs /P scn f"),
        tile("f", "/BBox [0 0 .001 .001] /XStep .001 /YStep .001"),
      ),
    ],
    [
      "the same by its matrix",
      page(
        onPattern,
        contentStream("/Pattern cs /P scn f"),
        tile("f", "/BBox [0 0 1 1] /XStep -1 /YStep 1 /Matrix [0 .001 -.001 0 0 0]"),
      ),
    ],
    [
      "a pattern whose cells lie upon each other",
      page(onPattern, contentStream("/Pattern cs /P scn f"), tile("f", "/BBox [0 0 595 842] /XStep 9 /YStep 9")),
    ],
    [
      "glyphs that are drawn with glyphs",
      page(
        "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>",
        contentStream("/F 9 Tf (aa) Tj"),
        glyphs("/Resources << /Font << /G 6 0 R >> >>", 7),
        glyphs("", 8),
        form("1 0 d0 /G 9 Tf (aa) Tj"),
        form("1 0 d0 q Q"),
      ),
    ],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a page as there are many", () => {
  it.each<[string, Uint8Array]>([
    ["a form a thousand times", page("/Contents 4 0 R", contentStream("/X Do ".repeat(1_000)), form("q Q"))],
    ["forms fifteen deep, each drawn twice", page("/Contents 4 0 R", contentStream("/X Do"), ...chain(15, twice))],
    [
      "a text of glyphs that are drawn",
      page(
        "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>",
        contentStream(`/F 9 Tf (${"a".repeat(60_000)}) Tj`),
        glyphs("", 6),
        form(`1 0 d0 ${"0 0 m ".repeat(500)}`),
      ),
    ],
    [
      "a map of hatched places",
      page(onPattern, contentStream(`/Pattern cs /P scn ${"f ".repeat(3e5)}`), tile("0 0 m 9 9 l S ".repeat(10))),
    ],
    [
      "a pattern of dots",
      page(
        onPattern,
        contentStream("/Pattern cs /P scn f"),
        tile("f", "/BBox [0 0 1 1] /XStep 1 /YStep 1 /Matrix [.1 0 0 .1 0 0]"),
      ),
    ],
    ["a million fills in a colour", page("/Contents 4 0 R", contentStream("f ".repeat(1e6)))],
    [
      "contents that cannot be unpacked",
      page("/Contents 4 0 R", "<< /Filter /FlateDecode /Length 4 >>\nstream\nnone\nendstream"),
    ],
    ["the words of a file in a text", page("/Contents 4 0 R", contentStream("(a \\( (b) endstream) Tj % endobj\nf"))],
    [
      "the words of a file in a text of many strings, a name and a comment",
      page(
        "/Contents 4 0 R",
        contentStream("[(\\) endstream)-2(endobj)] TJ /endstream gs % endobj)\nf <656e646f626a> Tj"),
      ),
    ],
    [
      "an inline image of any octets",
      page("/Contents 4 0 R", contentStream("BI /W 3 /H 1 /BPC 8 /CS /G ID (%< EI (endstreams) Tj")),
    ],
    [
      "parts of which one has the words in a text",
      page("/Contents [4 0 R 5 0 R]", contentStream("(endobj) Tj"), contentStream("f (endstream) Tj")),
    ],
    ["contents without resources", page("/Contents 4 0 R", contentStream("/Y Do q Q"))],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});

describe("contents with a word at which some readers stop", () => {
  it.each([
    "f\nendstream\nf",
    "endobj",
    "(a) Tj endstream",
    "f % x\nendstream",
    "endstream/x pop",
    "[(a)]endobj[",
    "(a)endstream(b) Tj",
    "<< >>endobj",
    "0endstream f",
    "<(> pop endstream <)> pop",
    "<( endstream )> pop",
    "<< /a (b) >> pop endstream",
    "BI /W 1 /H 1 /BPC 8 /CS /G ID ( EI endstream f",
    "BI /W 9 /H 1 /BPC 8 /CS /G ID 1 EI 2 ( 3 EI (f) Tj endstream (f) Tj",
    "BI /W 1 /H 1 /BPC 8 /CS /G ID % EI endobj",
  ])("%j: are refused", (operators) => {
    expect(() => check(page("/Contents 4 0 R", contentStream(operators)))).toThrow(
      expect.objectContaining({ code: "FILE_BROKEN" }),
    );
  });

  it.each([[["/", "X Do"]], [["q /X", "", "1 Do"]], [["/X1", "#30 Do"]]])(
    "%j: are refused for a name that goes on in the next part",
    (parts) => {
      const contents = parts.map((part) => contentStream(part));
      const refs = contents.map((_, i) => `${i + 4} 0 R`).join(" ");
      expect(() => check(page(`/Contents [${refs}]`, ...contents))).toThrow(
        expect.objectContaining({ code: "FILE_BROKEN", message: expect.stringContaining("a name that begins") }),
      );
      // Names end there for everybody then, and what is left of them is another operator than they would have been.
      const ended = parts.map((part) => contentStream(`${part} `));
      expect(() => check(page(`/Contents [${refs}]`, ...ended))).not.toThrow("a name that begins");
    },
  );

  it.each([
    [["(pay 10", "0 euro) Tj"]],
    [["(a (b) \\) ", "", ") Tj"]],
    [["f % note", " f"]],
    [["BI /W 1 ID ( EI (a", ") Tj"]],
  ])("%j: are refused for a text that goes on in the next part", (parts) => {
    const contents = parts.map((part) => contentStream(part));
    const refs = contents.map((_, i) => `${i + 4} 0 R`).join(" ");
    expect(() => check(page(`/Contents [${refs}]`, ...contents))).toThrow(
      expect.objectContaining({ code: "FILE_BROKEN", message: expect.stringContaining("a text that begins") }),
    );
  });

  it.each([
    [["(pay 100 euro)", "Tj"]],
    [["f % note\n", "f"]],
    [["[(a)", "(b)] TJ <61", "62> Tj"]],
    [["BI /W 1 /H 1 /BPC 8 /CS /G ID ( EI", "f"]],
  ])("%j: are parts that everybody reads alike", (parts) => {
    const contents = parts.map((part) => contentStream(part));
    const refs = contents.map((_, i) => `${i + 4} 0 R`).join(" ");
    expect(() => check(page(`/Contents [${refs}]`, ...contents))).not.toThrow();
  });

  it.each([
    [["(", "% ) Tj endstream\n f"]],
    [["% ", "( \n endobj )"]],
    [["BI /W 1 /H 1 /BPC 8 /CS /G ID ", "( EI endstream f"]],
  ])("%j: are refused in parts that are read as one", (parts) => {
    const contents = parts.map((part) => contentStream(part));
    expect(() => check(page("/Contents [4 0 R 5 0 R]", ...contents))).toThrow(
      expect.objectContaining({ code: "FILE_BROKEN" }),
    );
  });
});
