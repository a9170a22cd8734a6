/** Soft masks turned over by a function, as Chrome prints them: some readers leave the function out, until the file is written anew. */
import { describe, expect, it } from "vitest";
import { inBothReaders } from "../../../../fixtures/both-readers.ts";
import { type Drawn, form, made } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import type { Picture } from "../../../../fixtures/pictures.ts";
import { inPdfJs } from "../../test/dark-in-readers.ts";
import { refusalOf, taken } from "../../test/take-in.ts";
import { describeMended, type Pages } from "../../test/told-apart.ts";

const program = (text: string, range = "/Domain [0 1] /Range [0 1]"): string =>
  contentStream(text).replace("<<", `<< /FunctionType 4 ${range}`);
const oneMinus = program("{1 exch sub}");
const isolated = "/Group << /Type /Group /S /Transparency /I true >>";
const states = "/Resources << /ExtGState << /O << /BM /Normal /ca 1 >> /H << /ca .5 >> >> >>";
const black = "0 0 0 RG 0 0 0 rg /O gs";
/** Nothing of the mask is left below on the left, half of it on the right. */
const group = (
  operators = `${black} 0 0 100 100 re f /H gs 100 0 100 100 re f`,
  entries = `${isolated} ${states}`,
): string => form(operators, entries).replace("[0 0 200 200]", "[0 0 200 150]");
const inColours = group(undefined, `${isolated.replace("/I", "/CS /DeviceRGB /I")} ${states}`);
const blackIn = (entries: string): string => group(`${black} 0 0 100 100 re f`, entries);
const skiaMask = "<< /Type /Mask /S /Alpha /G 7 0 R /TR 8 0 R >>";

/** An area of one colour over all of a page, behind a mask. */
const masked = (g = group(), tr = oneMinus, mask = skiaMask, ...more: readonly string[]): Drawn => ({
  resources: "/ExtGState << /M 9 0 R >>",
  contents: ".2 .4 .6 rg /M gs 0 0 200 200 re f",
  more: [g, tr, `<< /Type /ExtGState /SMask ${mask} >>`, ...more],
});

const asSkia: Pages = [
  ["as Chrome prints it", masked()],
  ["with other white space", masked(group(), program("\n{ 1\texch\r\nsub }\n"))],
  ["that is an object", masked(group(), oneMinus, "10 0 R", skiaMask)],
  [
    "in grey by another operator",
    masked(group("q 0 g 0 0 m 100 0 l 100 100 l 0 100 l h f* Q /H gs 0 g 100 0 100 100 re f")),
  ],
  [
    "within a clip",
    masked(group(`${black} q 0 0 100 100 re W* n 0 0 200 200 re f Q q 1 0 0 1 100 0 cm /H gs 0 0 100 100 re f Q`)),
  ],
  ["in a group that says its space", masked(inColours)],
  [
    "of a group that two states have",
    {
      ...masked(group(), oneMinus, skiaMask, `<< /SMask ${skiaMask} >>`),
      resources: "/ExtGState << /M 9 0 R /N 10 0 R >>",
      contents: ".2 .4 .6 rg q /M gs 0 0 200 100 re f Q /N gs 0 100 200 100 re f",
    },
  ],
];

const refusal = "FILE_ACTIVE_CONTENT: a transfer function of a soft mask";
describeMended("a mask turned over", asSkia, "drawing-mended");

/** Red below left and right, above in the box of the group and outside of it. */
function reds({ width, height, rgb }: Picture): readonly number[] {
  const points = [
    [0.25, 0.75],
    [0.75, 0.75],
    [0.25, 0.375],
    [0.75, 0.125],
  ] as const;
  return points.map(([x, y]) => rgb[3 * (Math.round(y * height) * width + Math.round(x * width))] ?? Number.NaN);
}

const farthest = (picture: Picture): number =>
  Math.max(...reds(picture).map((red, i) => Math.abs(red - ([255, 153, 51, 51][i] ?? Number.NaN))));

describe.runIf(hasTools("pdftoppm", "mutool"))("in every reader", () => {
  it.each(asSkia)("a mask turned over %s shows what a browser showed before", async (_how, file) => {
    const sent = made(file);
    const [poppler, mupdf] = inBothReaders(sent);
    expect(farthest((await inPdfJs(sent)).picture)).toBeLessThan(6);
    expect(Math.max(farthest(poppler), farthest(mupdf))).toBeGreaterThan(40);
    const { prepared } = await taken(sent);
    for (const picture of [(await inPdfJs(prepared)).picture, ...inBothReaders(prepared)])
      expect(farthest(picture)).toBeLessThan(6);
  });
});

const picture = "/XObject << /I 10 0 R >>";
const dot =
  "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1 >>\nstream\n0\nendstream";
const others: Pages = [
  ["another program", masked(group(), program("{1 sub}"))],
  ["a program of more words", masked(group(), program("{1 exch sub 2 div}"))],
  ["a program of longer words", masked(group(), program("{1 exch subs}"))],
  ["words without space between", masked(group(), program("{1exch sub}"))],
  ["a function with a narrower range", masked(group(), program("{1 exch sub}", "/Domain [0 1] /Range [0 .5]"))],
  ["a function without a domain", masked(group(), program("{1 exch sub}", "/Range [0 1]"))],
  ["a function of another kind", masked(group(), "<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>")],
  ["light instead of opacity", masked(inColours, oneMinus, skiaMask.replace("Alpha", "Luminosity"))],
  ["a backdrop", masked(inColours, oneMinus, skiaMask.replace("/S", "/BC [0 0 0] /S"))],
  ["a group that is not isolated", masked(blackIn(`${isolated.replace("true", "false")} ${states}`))],
  ["a group that knocks out", masked(blackIn(`${isolated.replace("/I", "/K true /I")} ${states}`))],
  ["a group in colours of print", masked(blackIn(`${isolated.replace("/I", "/CS /DeviceCMYK /I")} ${states}`))],
  ["white in the group", masked(group("1 1 1 rg 0 0 100 100 re f"))],
  ["nearly black", masked(group("0 0 .01 rg 0 0 100 100 re f"))],
  ["black of print", masked(group("0 0 0 1 k 0 0 100 100 re f"))],
  ["another colour beside black", masked(group(`${black} 0 0 50 50 re f .5 g 50 50 50 50 re f`))],
  ["the colour that a group begins with", masked(group("0 0 100 100 re f"))],
  ["a colour that went with its state", masked(group("q 0 g Q 0 0 100 100 re f"))],
  ["lines", masked(group("0 G 0 g 0 0 100 100 re S"))],
  [
    "text",
    masked(group("0 g BT /F1 24 Tf 20 20 Td (1000) Tj ET", `${isolated} /Resources << /Font << /F1 5 0 R >> >>`)),
  ],
  [
    "a picture",
    masked(
      group("q 0 g 100 0 0 100 0 0 cm /I Do Q", `${isolated} /Resources << ${picture} >>`),
      oneMinus,
      skiaMask,
      dot,
    ),
  ],
  [
    "a state that blends",
    masked(
      group(
        `${black} /B gs 0 0 9 9 re f`,
        `${isolated} /Resources << /ExtGState << /O << >> /B << /BM /Screen >> >> >>`,
      ),
    ),
  ],
  [
    "a state with a mask",
    masked(
      group(
        `${black} /B gs 0 0 9 9 re f`,
        `${isolated} /Resources << /ExtGState << /O << >> /B << /SMask /None >> >> >>`,
      ),
    ),
  ],
  ["a state of the page's", masked(group(`${black} 0 0 100 100 re f`, `${isolated} /Resources << >>`))],
  ["resources of the page's", masked(group("0 g 0 0 100 100 re f", isolated))],
  [
    "colours that stand for others",
    masked(
      group(
        "0 g 0 0 100 100 re f",
        `${isolated} /Resources << /ColorSpace << /DefaultGray [/CalGray << /WhitePoint [.9505 1 1.089] /Gamma 2.2 >>] >> >>`,
      ),
    ),
  ],
];

describe("a mask turned over stays refused", () => {
  it.each(others)("with %s", async (_what, file) => {
    expect(await refusalOf(made(file))).toBe(refusal);
  });
});
