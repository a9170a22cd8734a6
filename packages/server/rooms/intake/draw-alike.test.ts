/** Colours that readers show each in their own way, over or in a text that is signed: whoever signs must see what others see. */
import { describe, expect, it } from "vitest";
import {
  area,
  type Drawn,
  form,
  made,
  overprinting,
  price,
  reds,
  same,
  space,
  state,
  toRed,
  turned,
  white,
} from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { blank, type Darkness, darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, refusalOf, taken } from "../../test/take-in.ts";

const looksNotice =
  "Overprinting, special colours, appearances and sizes of pages that programs show each in their own way were settled: every program now shows the pages as a browser does.";

/** What shows or prints otherwise in other readers, though a browser shows one thing: it is left. */
const mended: readonly (readonly [string, Drawn])[] = [
  [
    "white that overprints a price",
    { resources: overprinting, contents: `0 0 0 1 k ${price} /G gs 0 0 0 0 k ${area}` },
  ],
  [
    "a white price that overprints",
    { resources: overprinting, contents: `1 1 1 1 k ${area} /G gs 0 0 0 0 k ${price}` },
  ],
  [
    "an ink that overprints another",
    {
      resources: `${state("/op true")} ${space(`[/Separation /Gold /DeviceCMYK ${toRed}]`)}`,
      contents: `0 0 0 1 k ${price} /G gs /S cs 0 scn ${area}`,
    },
  ],
  [
    "overprinting in states that are objects",
    {
      resources: "/ExtGState 7 0 R",
      contents: `0 0 0 1 k ${price} /G gs 0 0 0 0 k ${area}`,
      more: ["<< /G 8 0 R >>", "<< /OP true /OPM 1 >>"],
    },
  ],
  [
    "overprinting in a form",
    {
      resources: "/XObject << /X 7 0 R >>",
      contents: `0 0 0 1 k ${price} /X Do`,
      more: [form(`/G gs 0 0 0 0 k ${area}`, `/Resources << ${overprinting} >>`)],
    },
  ],
  [
    "grey that stands for another",
    { resources: `/ColorSpace << /DefaultGray [/Indexed /DeviceGray 1 <0000>] >>`, contents: `1 g ${price}` },
  ],
  [
    "colours that stand for others",
    {
      resources: "/ColorSpace << /DefaultRGB [/DeviceN [/A /B /C] /DeviceGray 7 0 R] >>",
      contents: `1 1 1 rg ${price}`,
      more: [contentStream("{ pop pop pop 0 }").replace("<<", "<< /FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1]")],
    },
  ],
  [
    "inks of print that stand for others",
    {
      resources: "/ColorSpace << /DefaultCMYK [/DeviceN [/A /B /C /D] /DeviceGray 7 0 R] >>",
      contents: `0 0 0 0 k ${price}`,
      more: [
        contentStream("{ pop pop pop pop 0 }").replace(
          "<<",
          "<< /FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1]",
        ),
      ],
    },
  ],
  [
    "an ink that is none",
    { resources: space(`[/Separation /None /DeviceGray ${turned}]`), contents: `/S cs 1 scn ${price}` },
  ],
  [
    "a cover of an ink that is none",
    { resources: space(`[/Separation /None /DeviceGray ${turned}]`), contents: `${price} /S cs 0 scn ${area}` },
  ],
  [
    "inks that are all none",
    { resources: space(`[/DeviceN [/None] /DeviceGray ${turned}]`), contents: `/S cs 1 scn ${price}` },
  ],
  [
    "a black that is white",
    { resources: space(`[/Separation /Black /DeviceGray ${same}]`), contents: `/S cs 1 scn ${price}` },
  ],
  [
    "all inks that are white",
    { resources: space(`[/Separation /All /DeviceGray ${same}]`), contents: `/S cs 1 scn ${price}` },
  ],
  [
    "a group that knocks out",
    {
      resources: "/XObject << /X 7 0 R >>",
      contents: "/X Do",
      more: [
        form(
          `1 g ${area} 0 g ${price} /G gs ${area}`,
          `/Group << /S /Transparency /K true >> /Resources << ${state("/ca 0")} /Font << /F1 5 0 R >> >>`,
        ),
      ],
    },
  ],
  [
    "a halftone that turns black to white on paper",
    {
      resources: state(
        `/HT << /HalftoneType 1 /Frequency 60 /Angle 0 /SpotFunction /Round /TransferFunction ${turned} >>`,
      ),
      contents: `/G gs ${price}`,
    },
  ],
  ["black that is generated anew", { resources: state(`/BG ${turned} /UCR2 ${turned}`), contents: `/G gs ${price}` }],
  [
    "a palette with fewer colours than it says",
    { resources: space("[/Indexed /DeviceGray 3 <ffff>]"), contents: `/S cs 3 sc ${price}` },
  ],
  [
    "a palette that ends between two colours",
    { resources: space("[/Indexed /DeviceRGB 1.5 <000000ffffff>]"), contents: `/S cs 0 sc ${price}` },
  ],
  ["a transfer that is overruled", { resources: state(`/TR ${turned} /TR2 /Default`), contents: `/G gs ${price}` }],
];

/** What a browser shows of them; of the others nothing, since white is over the price, or it is white itself. */
const seen: ReadonlyMap<string, Darkness> = new Map([
  ["a white price that overprints", { least: 20_000, most: 23_000 }],
  ["an ink that is none", pricedOnce],
  ["inks that are all none", pricedOnce],
  ["a group that knocks out", pricedOnce],
  ["a halftone that turns black to white on paper", pricedOnce],
  ["black that is generated anew", pricedOnce],
  ["a palette with fewer colours than it says", pricedOnce],
  ["a palette that ends between two colours", pricedOnce],
  ["a transfer that is overruled", pricedOnce],
]);

/** What readers show otherwise than a browser does, or not at all, so that nothing of it can be left. */
const refused: readonly (readonly [string, Drawn])[] = [
  [
    "an image among its operators that ends elsewhere",
    { contents: `BI /W n /H 1 /BPC 8 /CS /G /L 16 ID ab\nEI Q 1 g q\n\n EI Q ${price}` },
  ],
  ["operands that are too many", { contents: `0 1 g ${price}` }],
  ["a transfer function", { resources: state(`/TR ${turned}`), contents: `1 g /G gs ${price}` }],
  [
    "transfer functions of each ink",
    { resources: state(`/TR [${same} ${same} ${same} ${turned}]`), contents: `1 g /G gs ${price}` },
  ],
  ["a newer transfer function", { resources: state(`/TR /Identity /TR2 ${turned}`), contents: `1 g /G gs ${price}` }],
  [
    "a transfer function of a mask",
    {
      resources: state(`/SMask << /S /Luminosity /G 7 0 R /TR ${turned} >>`),
      contents: `/G gs ${price}`,
      more: [form("0 g 0 0 200 200 re f", "/Group << /S /Transparency /CS /DeviceGray >>")],
    },
  ],
  [
    "a transfer function in a pattern",
    {
      resources: "/Pattern << /P 7 0 R >>",
      contents: `/Pattern cs /P scn ${area}`,
      more: [
        `<< /PatternType 2 /ExtGState << /TR ${turned} >> /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 200 0] /Function ${same} >> >>`,
      ],
    },
  ],
  [
    "grey of a gamma of 100",
    { resources: space(`[/CalGray << ${white} /Gamma 100 >>]`), contents: `/S cs 0.9 scn ${price}` },
  ],
  ["grey without gamma", { resources: space(`[/CalGray << ${white} >>]`), contents: `/S cs 0.1 scn ${price}` }],
  [
    "colours that are all black",
    {
      resources: space(`[/CalRGB << ${white} /Gamma [2.2 2.2 2.2] /Matrix [0 0 0 0 0 0 0 0 0] >>]`),
      contents: `/S cs 1 1 1 scn ${price}`,
    },
  ],
  [
    "colours of another brightness",
    {
      resources: space(`[/CalRGB << ${white} /Gamma [2.2 2.2 2.2] /Matrix [0.3 0 0.3 0.3 0 0.3 0.35 1 0.48] >>]`),
      contents: `/S cs 0 0 1 scn ${price}`,
    },
  ],
  [
    "a white that is none",
    { resources: space("[/Lab << /WhitePoint [0.01 1 0.01] >>]"), contents: `/S cs 100 0 0 scn ${price}` },
  ],
  [
    "colours cut to grey",
    { resources: space(`[/Lab << ${white} /Range [-1 1 -1 1] >>]`), contents: `/S cs 50 80 0 scn ${price}` },
  ],
];

/** What every reader shows alike. */
const asItIs: readonly (readonly [string, Drawn])[] = [
  ["transfer functions by name", { resources: state("/TR /Identity /TR2 /Default"), contents: price }],
  ["a transfer function that does nothing", { resources: state(`/TR ${same}`), contents: price }],
  [
    "a program that does nothing",
    {
      resources: state("/TR 7 0 R"),
      contents: price,
      more: [contentStream("{ }").replace("<<", "<< /FunctionType 4 /Domain [0 1] /Range [0 1]")],
    },
  ],
  ["defaults by name", { resources: state("/BG2 /Default /UCR2 /Default /HT /Default"), contents: price }],
  [
    "a halftone",
    { resources: state("/HT << /HalftoneType 1 /Frequency 133 /Angle 45 /SpotFunction /Round >>"), contents: price },
  ],
  ["overprinting that shows nowhere", { resources: overprinting, contents: `/G gs 0 0 0 1 k ${price}` }],
  ["overprinting that is off", { resources: state("/OP false /op false /OPM 1"), contents: price }],
  ["an ink", { resources: space(`[/Separation /Gold /DeviceCMYK ${toRed}]`), contents: `/S cs 1 scn ${price}` }],
  [
    "a black that is black",
    { resources: space(`[/Separation /Black /DeviceGray ${turned}]`), contents: `/S cs 1 scn ${price}` },
  ],
  [
    "marks of all inks",
    {
      resources: space(
        "[/Separation /All /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>]",
      ),
      contents: `/S cs 1 scn ${price}`,
    },
  ],
  [
    "grey like a screen's",
    { resources: space(`[/CalGray << ${white} /Gamma 2.2 >>]`), contents: `/S cs 0.1 scn ${price}` },
  ],
  [
    "colours like a screen's",
    {
      resources: `/ColorSpace << /DefaultRGB [/CalRGB << ${white} /Gamma [1.8 1.8 1.8] ${reds} >>] >>`,
      contents: `0 0 1 rg ${price}`,
    },
  ],
  [
    "colours by lightness",
    { resources: space(`[/Lab << ${white} /Range [-128 127 -128 127] >>]`), contents: `/S cs 20 0 0 scn ${price}` },
  ],
];

describe("an unsigned file", () => {
  it.each(mended)("with %s is mended, and the sender is told", async (_what, file) => {
    const { prepared, notices } = await taken(made(file));
    expect(notices).toEqual([looksNotice]);
    expect((await taken(prepared, { bob: [] })).notices).toEqual([]);
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(mended)(
    "with %s shows everywhere afterwards what a browser showed before",
    async (what, file) => {
      const { prepared } = await taken(made(file));
      await expectAlike(prepared, seen.get(what) ?? blank, [await darkInPdfJs(made(file))]);
    },
  );

  it.each(refused)("with %s is refused", async (_what, file) => {
    expect(await refusalOf(made(file))).toMatchSnapshot();
  });

  it.each(asItIs)("with %s is taken as it is", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
  });
});

describe("a signed file", () => {
  it.each([...mended, ...refused])("with %s is refused", async (_what, file) => {
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });

  it.each(asItIs)("with %s is taken as it is", async (_what, file) => {
    const bytes = made(file, { signed: true });
    const { prepared } = await taken(bytes);
    expect(prepared.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });
});
