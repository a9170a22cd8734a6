/** Amounts of inks that are set just where their colour goes from white to black: one reader rounds them down, and another does not. */
import { describe, expect, it } from "vitest";
import { black, inked, latin1, power, program, stitched, table, white } from "../../../../fixtures/colour-functions.ts";
import { type Drawn, made } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { refusalOf, taken } from "../../test/take-in.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

const whiteToGrey = power("/Domain [0 1] /C0 [1] /C1 [.3]");
const greyToBlack = power("/Domain [0 1] /C0 [.3] /C1 [0]");
const palette = (hex: string, fn: string): Drawn => ({
  ...inked(fn, "0"),
  resources: `/ColorSpace << /I [/Indexed [/Separation /Own /DeviceGray 7 0 R] 0 <${hex}>] >>`,
});
const tile = "<< /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 200 200] /XStep 200 /YStep 200 /Resources << >>";

/** Just the amount at which a colour goes from one to another. */
const atSteps: Pages = [
  ["a program that compares an amount with what it is", inked(program("{.3 lt {0} {1} ifelse}"), ".3")],
  ["a program that compares an amount with a little less", inked(program("{.3 gt {0} {1} ifelse}"), ".30000001")],
  ["a program that takes the whole part of an amount", inked(program("{10 mul floor 3 lt {0} {1} ifelse}"), ".3")],
  ["stitches that part just there", inked(stitched("/Bounds [.3] /Encode [0 1 0 1]", black, white), ".3")],
  [
    "a program within stitches, just there",
    {
      ...inked(stitched("/Bounds [] /Encode [1 0]", "8 0 R"), ".3"),
      more: [stitched("/Bounds [] /Encode [1 0]", "8 0 R"), program("{.7 gt {0} {1} ifelse}")],
    },
  ],
  [
    "a table of so many numbers that two of them are next to it",
    inked(table("/Size [60000] /BitsPerSample 1", latin1("55".repeat(7500))), ".3"),
  ],
  [
    "a table of numbers of twelve bits",
    inked(table("/Size [60000] /BitsPerSample 12", latin1("000fff".repeat(30_000))), ".3"),
  ],
  ["a program, in a palette", palette("44", program("{.266666666 gt {0} {1} ifelse}"))],
  [
    "a program, in a tile of its colour",
    {
      resources: "/ColorSpace << /I [/Pattern [/Separation /Own /DeviceGray 7 0 R]] >> /Pattern << /P 8 0 R >>",
      contents: "/I cs .3 /P scn 20 20 100 80 re f",
      more: [program("{.3 lt {0} {1} ifelse}"), contentStream("0 0 200 200 re f").replace("<<", tile)],
    },
  ],
  [
    "a program that compares two inks",
    {
      ...inked(program("{lt {0} {1} ifelse}", "/Domain [0 1 0 1] /Range [0 1]"), ".3 .30000001"),
      resources: "/ColorSpace << /I [/DeviceN [/Own /Other] /DeviceGray 7 0 R] >>",
    },
  ],
];

/** Next to no step, or to one that is none. */
const besideSteps: Pages = [
  ["a program that compares an amount with another", inked(program("{.3 lt {0} {1} ifelse}"), ".302")],
  ["a program that compares what is all of an ink", inked(program("{1 lt {1} {0} ifelse}"))],
  ["a program that holds an amount in bounds", inked(program("{2 mul dup 1 gt {pop 1} if 1 exch sub}"), ".5")],
  ["a palette beside a step", palette("44", program("{.3 lt {0} {1} ifelse}"))],
  ["stitches that meet", inked(stitched("/Bounds [.7] /Encode [0 1 0 1]", whiteToGrey, greyToBlack), ".7")],
  [
    "a table of many numbers",
    inked(table("/Size [3000] /BitsPerSample 8", latin1("ff".repeat(1500) + "00".repeat(1500))), ".3"),
  ],
];

// Whatever the function, `mutool draw` plays an ink without a name of its own from paper to all of it in even steps.
describeToldApart(
  "an amount of an ink with",
  { refused: atSteps, alike: [] },
  { apart: 600, share: 1 / 8, slack: 100, shown: 600 },
);

describe("an amount of an ink with", () => {
  it.each(besideSteps)("%s is taken", async (_what, page) => {
    expect((await taken(made(page))).notices).toEqual([]);
  });
});

it("more such colours than can be computed are refused at once", async () => {
  const fn = program(`{dup .5 gt {pop .5} if ${"dup pop ".repeat(500)}}`);
  const colours = Array.from({ length: 10_000 }, (_, i) => `.${100_000 + i} scn`).join(" ");
  const begun = performance.now();
  expect(await refusalOf(made({ ...inked(fn), contents: `/I cs ${colours} 20 20 100 80 re f` }))).toMatchSnapshot();
  expect(performance.now() - begun).toBeLessThan(4_000);
});

it.each([
  ["stitches of themselves", stitched("/Bounds [] /Encode [0 1]", "7 0 R")],
  ["a table of endless numbers", table("/Size [60000] /BitsPerSample 2000000000", "")],
  ["a table of endless colours", table("/Size [2000000000] /BitsPerSample 8", "")],
])("%s are refused at once, set or in a palette", async (_what, fn) => {
  const begun = performance.now();
  const why = await refusalOf(made(inked(fn, ".3")));
  expect(why).toMatch(/^FILE_(?:TOO_COMPLEX|ACTIVE_CONTENT): (?:a function|functions|a table)/);
  expect(await refusalOf(made(palette("44", fn)))).toBe(why);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
