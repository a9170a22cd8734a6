/** Functions of colours: one reader computes black of them, and another white. */
import { describe, expect, it } from "vitest";
import {
  black,
  inked,
  latin1,
  power,
  program,
  stitched,
  table,
  white,
  whiteToBlack,
} from "../../../../fixtures/colour-functions.ts";
import { type Drawn, made } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { refusalOf, taken } from "../../test/take-in.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

/** What of a function is at one number, whatever the colour. */
const at = (x: string, fn: string): string => stitched(`/Bounds [] /Encode [${x} ${x}]`, fn);
/** The same by other ways than a colour that is set. */
const pictured = (space: string, fn: string): Drawn => ({
  resources: "/XObject << /X 8 0 R >>",
  contents: "q 100 0 0 80 20 20 cm /X Do Q",
  more: [
    fn,
    contentStream(latin1("ff")).replace(
      "<<",
      `<< /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace ${space}`,
    ),
  ],
});
const shaded = (fn: string, entries = ""): Drawn => ({
  resources: `/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Function 7 0 R /Extend [true true] ${entries} >> >>`,
  contents: "q 20 20 100 80 re W n /S sh Q",
  more: [fn],
});

const cut = power(`/Domain [0 1] /Range [1 1] ${whiteToBlack}`);

/** A table from black to white, of which one number is asked. */
const tabled = (x: string, entries: string, bounds?: string): Drawn => ({
  ...inked(at(x, "8 0 R")),
  more: [at(x, "8 0 R"), table(`/BitsPerSample 8 ${entries}`, latin1("00ff"), bounds)],
});

const inCmyk = (fn: string): Drawn => ({
  ...inked(fn),
  resources: "/ColorSpace << /I [/Separation /Own /DeviceCMYK 7 0 R] >>",
});

/** At least two of three readers show something else of each. */
const refused: Pages = [
  ["numbers that a range cuts", inked(cut)],
  ["numbers that a range cuts, in a picture", pictured("[/Separation /Own /DeviceGray 7 0 R]", cut)],
  ["numbers that a range cuts, in a shading", shaded(cut)],
  ["a range turned over", inked(power("/Domain [0 1] /Range [1 0] /C0 [1] /C1 [.4]"))],
  ["no domain", inked(power(whiteToBlack))],
  ["half a domain", inked(power(`/Domain [0 .01] ${whiteToBlack}`))],
  ["a domain elsewhere", inked(power("/Domain [2 3] /C0 [-1] /C1 [0]"))],
  [
    "a stitched one that leads beyond its part",
    inked(stitched("/Bounds [] /Encode [0 5]", power("/Domain [0 1] /C0 [1] /C1 [.8]"))),
  ],
  ["stitches in no order", inked(stitched("/Bounds [.8 .2] /Encode [0 1 0 1 0 1]", white, white, black))],
  ["a root of less than nothing, by a stitch", inked(at("-.00005", power(`/Domain [0 1] ${whiteToBlack}`, ".5")))],
  ["a root of next to nothing below it", inked(at("-.000000001", power(`/Domain [0 1] ${whiteToBlack}`, ".5")))],
  ["a broken power of less than nothing", inked(at("-.00005", power("/Domain [0 1] /C0 [1] /C1 [1]", "2.5")))],
  [
    "a root of less than nothing, in a shading",
    shaded(power(`/Domain [0 1] ${whiteToBlack}`, ".5"), "/Domain [-.00009 -.00001]"),
  ],
  [
    "a power that leaves nothing of what is rounded",
    inked(at(".99999999", power(`/Domain [0 1] ${whiteToBlack}`, "1000000000"))),
  ],
  [
    "a root that leaves all of next to nothing",
    inked(at(`.${"0".repeat(48)}1`, power(`/Domain [0 1] ${whiteToBlack}`, ".0001"))),
  ],
  ["numbers too large to keep", inked(at(".3", power("/Domain [0 1] /C0 [-300000000] /C1 [700000001]")))],
  ["stitches in nearly an order", inked(stitched("/Bounds [.5 .49995] /Encode [0 1 0 1 0 1]", black, black, black))],
  [
    "a stitch at one point, next to a bound",
    inked(at(".3", stitched("/Bounds [.300000001] /Encode [0 1 0 1]", black, white))),
  ],
  ["a table of no domain", tabled(".5", "/Size [2]", "/Domain [.5 .5] /Range [0 1]")],
  ["a table that is steep", tabled(".3", "/Size [2] /Encode [-300000000 700000001]")],
  ["a table of numbers too large to keep", tabled(".3", "/Size [2] /Decode [-300000000 700000001]")],
  ["a table of 32 bits", inked(table("/Size [2] /BitsPerSample 32", latin1("00000000ffffffff")))],
  ["a table of three bits", inked(table("/Size [2] /BitsPerSample 3", latin1("e0")))],
  ["a table of no whole size", inked(table("/Size [2.5] /BitsPerSample 8", latin1("00ff10")))],
  ["a table that decodes half", inked(table("/Size [2] /BitsPerSample 8 /Decode [1]", latin1("00ff")))],
  ["a table that ends early", inked(table("/Size [300] /BitsPerSample 8", latin1("ffff")))],
  ["a number where a truth is asked for", inked(program("{pop 1 {0} {1} ifelse}"))],
  ["a truth that is written", inked(program("{pop false {0} {1} ifelse}"))],
  ["a truth that is a number too", inked(program("{pop true 1 eq {1} {0} ifelse}"))],
  ["a number that is too large to count", inked(program("{pop 2147483648 0 gt {1} {0} ifelse}"))],
  ["a sum that is too large to count", inked(program("{pop 2147483647 1 add 0 gt {1} {0} ifelse}"))],
  ["a division by nothing", inked(program("{pop 1 0 div}"))],
  ["a root of less than nothing", inked(program("{pop -1 sqrt}"))],
  ["a logarithm of less than nothing", inked(program("{pop -1 ln}"))],
  ["what is not on the stack", inked(program("{add}"))],
  ["something deeper than the stack", inked(program("{pop 0 1 2 5 index}"))],
  ["two numbers for one", inked(program("{pop 0 1}"))],
  ["half of less than nothing, rounded", inked(program("{pop -0.5 round neg}"))],
  ["the rest of a number that is not whole", inked(program("{pop 5 cvr 2 mod}"))],
  ["a count that is not whole", inked(program("{pop 0 1 2.0 copy pop pop exch pop}"))],
  ["two numbers that are nearly the same", inked(program("{pop .1 .2 add .3 eq {1} {0} ifelse}"))],
  ["a sum that is nearly whole", inked(program("{pop .7 .1 add 10 mul floor 7 sub}"))],
  ["a root that is nearly whole", inked(program("{pop 2 sqrt dup mul 2 gt {1} {0} ifelse}"))],
  ["a number less itself, and what is nearly the same", inked(program("{dup sub .1 add .2 add .3 eq {0} {1} ifelse}"))],
  ["a number less itself, and what is nearly whole", inked(program("{dup sub .7 add .1 add 10 mul floor 7 sub}"))],
  ["a number less the same, computed", inked(program("{dup 3 mul 3 div sub .1 add .2 add .3 eq {0} {1} ifelse}"))],
  [
    "a number and what is left of it, and what is nearly the same",
    inked(program("{dup 1 exch sub add 1 sub .1 add .2 add .3 eq {0} {1} ifelse}")),
  ],
  [
    "what was computed of a number that is held to one",
    inked(program("{dup 1 mul exch dup 1 ge exch 1 le and {1 sub .1 add .2 add .3 gt {1} {0} ifelse} {pop 1} ifelse}")),
  ],
  ["a whole part, and what is nearly the same", inked(program("{.5 mul floor .1 add .2 add .3 gt {1} {0} ifelse}"))],
  [
    "a number that is held to one, and what is nearly the same",
    inked(program("{1 mul dup dup 1 ge exch 1 le and {1 sub .1 add .2 add .3 eq {0} {1} ifelse} {pop 0} ifelse}")),
  ],
  ["a number that varies, and is the same at its end", inked(program("{.1 mul .2 add .3 eq {0} {1} ifelse}"))],
  ["the sine of thirty degrees", inked(program("{pop 30 sin .5 lt {0} {1} ifelse}"))],
  ["the cosine of sixty degrees", inked(program("{pop 60 cos .5 gt {0} {1} ifelse}"))],
  ["the angle of sixty degrees", inked(program("{pop 1.7320508 1 atan 60 lt {0} {1} ifelse}"))],
  [
    "next to nothing, divided by as little",
    inked(program("{pop .1 .2 add .3 sub .000000001 div .0001 gt {0} {1} ifelse}")),
  ],
  [
    "next to nothing, made large by sines",
    inked(program("{pop .1 .2 add 60000 mul sin 60000 mul sin 60000 mul sin 60000 mul sin 0 gt {0} {1} ifelse}")),
  ],
  [
    "one number of a program that goes by less",
    { ...inked(at(".3", "8 0 R")), more: [at(".3", "8 0 R"), program("{.300000001 lt {0} {1} ifelse}")] },
  ],
  ["next to nothing, made large", inked(program("{pop .1 .2 add .3 sub 1000000000 mul 1000000000 mul abs}"))],
  ["a number of more digits than a word may have", inked(program(`{pop 0 1 ${"0".repeat(300)} pop pop}`))],
  ["a number that is two to one of them", inked(program(`{pop ${"0".repeat(255)}1 0 gt {0} {1} ifelse}`))],
  ["an octet of nothing between words", inked(program("{pop \0 0}"))],
  ["a hundred on the stack", inked(program(`{pop 1 ${"0 ".repeat(99)} ${"pop ".repeat(99)}}`))],
  ["more digits than there are", inked(program("{pop 16777216.0 1.0 add 16777216.0 sub}"))],
  ["less of a colour than nothing", inCmyk(program("{pop 1 1 1 -5}", "/Domain [0 1] /Range [-9 9 -9 9 -9 9 -9 9]"))],
  ["a word that there is not", inked(program("{pop 0 foo}"))],
  ["an exponent in a number", inked(program("{pop 0e0}"))],
];

/** Of what is known of a program's numbers it follows that all is well. */
const shownAlike: Pages = [
  ["a power", inked(power(`/Domain [0 1] /Range [0 1] ${whiteToBlack}`))],
  ["functions that are stitched", inked(stitched("/Bounds [.5] /Encode [0 1 1 0]", white, black))],
  [
    "functions that are stitched from one to the other, turned",
    inked(stitched("/Bounds [.5] /Encode [.5 0 0 .5]", black, black)),
  ],
  [
    "a range of stitches that cuts nothing",
    inked(stitched("/Range [0 .3] /Bounds [] /Encode [0 1]", power("/Domain [0 1] /C0 [.3] /C1 [.1]"))),
  ],
  ["a root", inked(stitched("/Bounds [] /Encode [1 0]", power("/Domain [0 1] /C0 [0] /C1 [1]", ".5")))],
  ["a bound at the end", inked(stitched("/Bounds [1] /Encode [0 1 0 1]", white, black))],
  ["a bound at the beginning", inked(stitched("/Bounds [0] /Encode [0 1 0 1]", white, black))],
  ["a table of one number", inked(table("/Size [1] /BitsPerSample 8", latin1("00")))],
  ["a stack of ninety-nine", inked(program(`{pop 0 ${"0 ".repeat(98)} ${"pop ".repeat(98)}}`))],
  ["a program that takes the whole part away", inked(program("{2.5 mul dup truncate sub .25 gt {0} {.5} ifelse}"))],
  [
    "a program that goes by a whole part",
    inked(program("{3 mul cvi dup 2 mod 1 eq {pop 0} {0 eq {.5} {1} ifelse} ifelse}")),
  ],
  ["a program of an angle", inked(program("{.5 sub .1 atan 360 div dup .5 gt {pop 0} if}"))],
  [
    "a program of powers that it adds and holds in bounds",
    inked(program("{dup dup mul .7 mul exch .6 mul add dup 1 gt {pop 1} if 1 exch sub}")),
  ],
  ["a program of a square", inked(program("{dup mul sqrt .7 gt {0} {1} ifelse}"))],
  ["a program of whole numbers", inked(program("{pop 7 2 mod 1 eq 3 4 add 7 eq and {0} {1} ifelse}"))],
  ["a number of many digits", inked(program("{pop 0.00000000000000000000000000001 pop 0}"))],
  ["a table", inked(table("/Size [2] /BitsPerSample 8", latin1("ff00")))],
  ["a program", inked(program("{1 exch sub}"))],
  ["a program that holds its number in bounds", inked(program("{2 mul dup 1 gt {pop 1} if 1 exch sub}"))],
  ["a program that asks twice", inked(program("{dup 0 gt exch 1 le and {0} {1} ifelse}"))],
  [
    "a program that divides by what is more than nothing",
    inked(program("{dup .1 lt {pop 1} {.1 exch div .1 sub} ifelse}")),
  ],
  ["a program of another size than nothing", inked(program("{.5 sub dup abs .01 lt {pop 1} {.01 exch div} ifelse}"))],
  [
    "a program of a browser, whose stack is of another height on each way",
    inked(program("{dup 0 le {pop 1 0} if dup dup 0 gt exch .5 le and {pop .5 0} if 0 gt {0} if}")),
  ],
  ["a picture in an ink", pictured("[/Separation /Own /DeviceGray 7 0 R]", program("{1 exch sub}"))],
  [
    "inks as they are",
    {
      ...inked(program("{}", "/Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1]"), "0 0 0 1"),
      resources: "/ColorSpace << /I [/DeviceN [/Cyan /Magenta /Yellow /Black] /DeviceCMYK 7 0 R] >>",
    },
  ],
];

/** The same in one point of an inline picture, all of the ink. */
const inlined = (pages: Pages): Pages =>
  pages
    .filter(([, { contents }]) => contents.startsWith("/I cs 1 scn"))
    .map(([what, page]) => [
      `${what}, in an inline picture`,
      { ...page, contents: "q 100 0 0 80 20 20 cm BI /W 1 /H 1 /BPC 8 /CS /I ID \xff EI Q" },
    ]);

describe("a colour by", () => {
  it.each(inlined(refused))("%s, is refused", async (_what, page) => {
    expect(await refusalOf(made(page))).toMatchSnapshot();
  });

  it.each(inlined(shownAlike))("%s, is taken", async (_what, page) => {
    expect((await taken(made(page))).notices).toEqual([]);
  });
});

describeToldApart("a colour by", { refused, alike: shownAlike }, { apart: 600, share: 1 / 8, slack: 100, shown: 600 });

describe("a colour by", () => {
  it("more of an ink than all is refused", async () => {
    const fn = power("/Domain [0 1] /C0 [1] /C1 [.8]");
    expect(await refusalOf(made(inked(fn, "5")))).toMatchSnapshot();
    expect((await taken(made(inked(fn, "1")))).notices).toEqual([]);
  });

  it.each(["pop 0", "{pop 0", "{pop 0} {pop 0}", "{pop 0 {} }"])(
    "a program that is not one is refused: %s",
    async (text) => {
      expect(await refusalOf(made(inked(program(text))))).toMatchSnapshot();
    },
  );

  it.each([
    ["a power that there is not", power("/Domain [0 1] /C0 [0] /C1 [0]", "-1")],
    ["a root of less than nothing, in its domain", at("-.5", power("/Domain [-1 1] /C0 [1] /C1 [1]", ".5"))],
    ["a range of stitches that cuts", stitched("/Range [0 0] /Bounds [] /Encode [0 1]", white)],
    ["a table with half an encoding", table("/Size [2] /BitsPerSample 8 /Encode [0]", latin1("ff00"))],
    ["a word of thirty-two characters", program(`{pop .${"0".repeat(31)}}`)],
    ["a power of nothing to nothing", program("{pop 0 0 exp}")],
    ["a rest by nothing", program("{pop 7 0 mod}")],
    ["what lies below the stack", program("{pop 1 2 2 index pop pop}")],
    [
      "two numbers, of which one only is the other's absolute, multiplied",
      program("{dup .5 sub exch .75 sub mul sqrt}"),
    ],
    ["a number that is apart from less than nothing", program("{.5 sub dup abs -1 lt {pop 1} {.01 exch div} ifelse}")],
    ["a root of what is rounded down to nothing", stitched("/Bounds [] /Encode [.7 0]", power("/Domain [0 1]", ".5"))],
  ])("%s is refused", async (_what, fn) => {
    expect(await refusalOf(made(inked(fn)))).toMatchSnapshot();
  });

  it("a program that goes too many ways, or on without end, is refused at once", async () => {
    const asks = "dup sin 0 gt {1 exch sub} if ".repeat(20);
    const begun = performance.now();
    expect(await refusalOf(made(inked(program(`{${asks}}`))))).toMatchSnapshot();
    expect(await refusalOf(made(inked(program(`{${"dup pop ".repeat(60_000)}}`))))).toMatchSnapshot();
    expect(await refusalOf(made(inked(program("{".repeat(50_000)))))).toMatchSnapshot();
    const long = `{${"dup sin 0 gt {1 exch sub} if ".repeat(7)} ${"dup pop ".repeat(2_500)}}`;
    expect(await refusalOf(made(inked(program(long))))).toMatchSnapshot();
    const high = `{pop 1 0 gt ${"dup and ".repeat(4)} ${"0 ".repeat(90)} ${"90 index {} if ".repeat(19_500)} ${"pop ".repeat(91)} 0}`;
    expect(await refusalOf(made(inked(program(high))))).toMatchSnapshot();
    const truths = `dup 0 gt ${"dup and ".repeat(40)} {pop 0} if`;
    expect(await refusalOf(made(inked(program(`{${truths}}`))))).toMatchSnapshot();
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
