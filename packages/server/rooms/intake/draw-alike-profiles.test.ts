/** Colours by ICC profiles, which pdf.js leaves out and others follow: whoever signs must see what others see. */

import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../../fixtures/both-readers.ts";
import {
  area,
  type Drawn,
  form,
  made,
  price,
  reds,
  space,
  state,
  turned,
  white,
} from "../../../../fixtures/drawn-page-with.ts";
import {
  changedPrint,
  coloured,
  embeddedProfile,
  gamma22,
  grey,
  greyLook,
  printProfile,
  sampled,
  tabled,
  wideTable,
} from "../../../../fixtures/icc-profile.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { blank, type Darkness, darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, refusalOf, taken } from "../../test/take-in.ts";
import { fixedNotices } from "./intake-notices.ts";

const falling = sampled(256, (x) => (1 - x) ** 2.2);
const turnedTable = tabled("GRAY", { A2B0: wideTable({ components: 1, lookOf: (x) => greyLook(1 - x) }) });
const plainTable = tabled("GRAY", { A2B0: wideTable({ components: 1, lookOf: greyLook }) });
/** Print in which black without other inks is white. */
const whiteBlack = changedPrint((inks, look) => (inks.join() === "0,0,0,5" ? [65_280, 32_768, 32_768] : look));
const byProfile = space("[/ICCBased 7 0 R]");
const priced = (colour: string, profile: string): Drawn => ({
  resources: byProfile,
  contents: `/S cs ${colour} scn ${price}`,
  more: [profile],
});
const coveredBy = (colour: string): string => `0 g ${price} /S cs ${colour} scn ${area}`;

const mended: readonly (readonly [string, Drawn, Darkness])[] = [
  ["grey that falls", priced("1", embeddedProfile(grey(falling), "/N 1")), blank],
  [
    "a cover of colours that fall",
    { resources: byProfile, contents: coveredBy("1 1 1"), more: [embeddedProfile(coloured(falling), "/N 3")] },
    blank,
  ],
  ["black of print that is white", priced("0 0 0 1", embeddedProfile(whiteBlack, "/N 4")), pricedOnce],
  ["a table that turns grey", priced("0", embeddedProfile(turnedTable, "/N 1 /Alternate /DeviceGray")), pricedOnce],
  ["a profile for other colours", priced("0", embeddedProfile(coloured(gamma22), "/N 1")), pricedOnce],
  [
    "an ink that stands for a plain colour",
    priced("1", embeddedProfile(grey(gamma22), `/N 1 /Alternate [/Separation /Gold /DeviceGray ${turned}]`)),
    pricedOnce,
  ],
  [
    "another ink behind an ink",
    {
      resources: space(`[/Separation /Gold 8 0 R ${turned}]`),
      contents: `/S cs 0 scn ${price}`,
      more: [embeddedProfile(grey(falling), "/N 1"), "[/ICCBased 7 0 R]"],
    },
    blank,
  ],
  [
    "a palette of colours that fall",
    {
      resources: space("[/Indexed [/ICCBased 7 0 R] 1 <000000FFFFFF>]"),
      contents: `/S cs 0 scn ${price}`,
      more: [embeddedProfile(coloured(falling), "/N 3")],
    },
    pricedOnce,
  ],
  [
    "a picture of colours that fall",
    {
      resources: "/XObject << /X 8 0 R >>",
      contents: `0 g ${price} q 200 0 0 60 0 80 cm /X Do Q`,
      more: [
        embeddedProfile(grey(falling), "/N 1"),
        contentStream("FF>").replace(
          "<<",
          "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace [/ICCBased 7 0 R] /Filter /ASCIIHexDecode",
        ),
      ],
    },
    blank,
  ],
  [
    "a shading of colours that fall",
    {
      resources:
        "/Shading << /S << /ShadingType 2 /ColorSpace [/ICCBased 7 0 R] /Coords [0 0 200 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> >> >>",
      contents: `0 g ${price} /S sh`,
      more: [embeddedProfile(grey(falling), "/N 1")],
    },
    blank,
  ],
  [
    "a mask whose group has such colours",
    {
      resources: state("/SMask << /S /Luminosity /G 8 0 R >>"),
      contents: `/G gs 0 g ${price}`,
      more: [
        embeddedProfile(grey(falling), "/N 1"),
        form(
          "/S cs 1 scn 0 0 200 200 re f",
          "/Group << /S /Transparency /CS [/ICCBased 7 0 R] >> /Resources << /ColorSpace << /S [/ICCBased 7 0 R] >> >>",
        ),
      ],
    },
    pricedOnce,
  ],
  ["components that are cut off", priced("0", embeddedProfile(grey(gamma22), "/N 1 /Range [0.9 1]")), pricedOnce],
  [
    "plain inks that stand for such as a profile turns",
    {
      resources: "/ColorSpace << /DefaultCMYK [/ICCBased 7 0 R] >>",
      contents: `0 0 0 1 k ${price}`,
      more: [embeddedProfile(whiteBlack, "/N 4")],
    },
    pricedOnce,
  ],
  [
    "an output intent that turns colours",
    {
      contents: `0 g ${price}`,
      catalog: "/OutputIntents [<< /S /GTS_PDFX /OutputConditionIdentifier (c) /DestOutputProfile 7 0 R >>]",
      more: [embeddedProfile(turnedTable, "/N 1")],
    },
    pricedOnce,
  ],
  [
    "an output intent of a page",
    {
      contents: `0 g ${price}`,
      page: "/OutputIntents 8 0 R",
      more: [
        embeddedProfile(turnedTable, "/N 1"),
        "[9 0 R]",
        "<< /S /GTS_PDFX /OutputConditionIdentifier (c) /DestOutputProfile 7 0 R >>",
      ],
    },
    pricedOnce,
  ],
];

const refused: readonly (readonly [string, Drawn])[] = [
  ["of another number", { resources: byProfile, contents: price, more: [embeddedProfile(grey(gamma22), "/N 2")] }],
  ["of no number", { resources: byProfile, contents: price, more: [embeddedProfile(grey(gamma22), "")] }],
  ["of no profile", { resources: byProfile, contents: price }],
  [
    "that are a palette's elsewhere",
    {
      resources: byProfile,
      contents: price,
      more: [embeddedProfile(grey(gamma22), "/N 1 /Alternate [/Indexed /DeviceGray 1 <FF00>]")],
    },
  ],
  [
    "that have a name elsewhere",
    { resources: byProfile, contents: price, more: [embeddedProfile(grey(gamma22), "/N 1 /Alternate /Other")] },
  ],
];

const asItIs: readonly (readonly [string, Drawn])[] = [
  ["a screen", priced("0 0 0", embeddedProfile(coloured(gamma22), "/N 3"))],
  [
    "a screen that has another plain space",
    priced(
      "0 0 0",
      embeddedProfile(
        coloured(gamma22),
        `/N 3 /Alternate [/CalRGB << ${white} /Gamma [2.2 2.2 2.2] ${reds} >>] /Range [0 1 0 1 0 1]`,
      ),
    ),
  ],
  ["grey", priced("0", embeddedProfile(grey(gamma22), "/N 1 /Alternate /DeviceGray"))],
  [
    "grey with another number of components elsewhere",
    priced("0", embeddedProfile(grey(gamma22), "/N 1 /Alternate /DeviceRGB")),
  ],
  ["grey by a table", priced("0", embeddedProfile(plainTable, "/N 1"))],
  ["print", priced("0 0 0 1", embeddedProfile(printProfile(), "/N 4"))],
  [
    "print, for plain inks",
    {
      resources: "/ColorSpace << /DefaultCMYK [/ICCBased 7 0 R] >>",
      contents: `0 0 0 1 k ${price}`,
      catalog: "/OutputIntents [<< /S /GTS_PDFX /OutputConditionIdentifier (c) /DestOutputProfile 7 0 R >>]",
      more: [embeddedProfile(printProfile(), "/N 4")],
    },
  ],
];

/** What poppler leaves out as well. */
const unfollowed = /^(a profile for other|components that|an output intent)/;

describe("poppler", () => {
  const followed = mended.filter(([what]) => !unfollowed.test(what));
  it.runIf(hasTools("pdftoppm", "mutool")).each(followed)("shows another thing with %s", async (_what, file) => {
    const [poppler] = inBothReaders(made(file)).map(darkPoints);
    expect(Math.abs((poppler ?? 0) - (await darkInPdfJs(made(file))))).toBeGreaterThan(900);
  });
});

describe("an unsigned file", () => {
  it.each(mended)("with %s is mended, and the sender is told", async (_what, file) => {
    const { prepared, notices } = await taken(made(file));
    expect(notices).toEqual([fixedNotices.looks]);
    expect((await taken(prepared, { bob: [] })).notices).toEqual([]);
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(mended)(
    "with %s shows everywhere afterwards what a browser showed before",
    async (_what, file, shown) => {
      const { prepared } = await taken(made(file));
      await expectAlike(prepared, shown, [await darkInPdfJs(made(file))]);
    },
  );

  it.each(refused)("with colours %s is refused", async (_what, file) => {
    expect(await refusalOf(made(file))).toMatchSnapshot();
  });

  it.each(asItIs)("with the profile of %s is taken as it is", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(asItIs)(
    "with the profile of %s shows alike everywhere",
    async (_what, file) => await expectAlike(made(file), pricedOnce),
  );
});

describe("a signed file", () => {
  it.each([...mended.map(([what, file]) => [what, file] as const), ...refused])(
    "with %s is refused",
    async (_what, file) => {
      expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
    },
  );

  it.each(asItIs)("with the profile of %s is taken as it is", async (_what, file) => {
    const bytes = made(file, { signed: true });
    const { prepared } = await taken(bytes);
    expect(prepared.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });
});
