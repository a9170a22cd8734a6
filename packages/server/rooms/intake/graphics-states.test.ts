/** States that programs take each for another one: an area shows in one of them and not in the other. */
import { describe, expect, it } from "vitest";
import { type Drawn, form, made } from "../../../../fixtures/drawn-page-with.ts";
import { darkInPdfJs } from "../../test/dark-in-readers.ts";
import { intake } from "../../test/take-in.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

const state = (entries: string, operators: string, ...more: readonly string[]): Drawn => ({
  ...{ contents: operators, resources: `/ExtGState << /G << ${entries} >> >>`, more },
});
const area = "/G gs 0 0 90 90 re f";
const line = "40 w /G gs 0 50 m 190 50 l S";
const text = "BT /F1 24 Tf /G gs 20 90 Td (1000 EUR) Tj ET";
/** An area behind a mask, object 7, that is light in its lower left corner. */
const masked = (mask: string, group: string, light = 1): Drawn =>
  state(`/SMask << /G 7 0 R ${mask} >>`, area, form(`${light} g 0 0 45 45 re f`, `${group} /Resources << >>`));
const group = "/Group << /S /Transparency /CS /DeviceGray >>";
/** A page that draws a form. */
const within = (operators: string): Drawn => ({
  ...{ contents: "/X Do", resources: "/XObject << /X 7 0 R >>" },
  more: [form(operators, "/Resources << /Font << /F1 5 0 R >> >>")],
});

const refused: Pages = [
  ["an opacity of less than nothing", state("/ca -1", area)],
  ["an opacity of lines of less than nothing", state("/CA -1", line)],
  ["a font without a size", state("/Font [5 0 R]", text)],
  ["a font by name", state("/Font /F1", text)],
  ["corners without a limit", state("/ML 0", "40 w /G gs 10 10 m 100 20 l 10 120 l S")],
  ["a mask of no kind", masked("", group, 0)],
  ["a mask of a kind that there is not", masked("/S /Foo", group, 0)],
  ["a mask of light that is no group", masked("/S /Luminosity", "")],
  ["a mask of shape that is no group", masked("/S /Alpha", "")],
  [
    "a mask of light on a backdrop in no colour space",
    masked("/S /Luminosity /BC [0]", "/Group << /S /Transparency >>"),
  ],
  ["an ink of less than none", { contents: "2 -1 0 0 k 0 0 90 90 re f" }],
  ["a state restored in text that clips", { contents: "BT /F1 24 Tf 20 90 Td 7 Tr q (1000) Tj Q ET 0 0 90 190 re f" }],
];

const asItIs: Pages = [
  ["a mask of light", masked("/S /Luminosity", group)],
  ["a mask of shape in no colour space", masked("/S /Alpha", "/Group << /S /Transparency >>")],
  ["no mask", state("/SMask /None", area)],
  ["a font with a size", state("/Font [5 0 R 24]", text)],
  ["dashes", state("/D [[30 30] 0]", line)],
  ["ends and corners of lines", state("/LC 1 /LJ 2 /ML 4", line)],
  ["more than all of an ink", { contents: "0 0 0 5 k 0 0 90 90 re f" }],
  ["text that clips, in a form", within("BT /F1 24 Tf 20 90 Td 7 Tr (1000) Tj ET 0 0 90 190 re f")],
];

describeToldApart("a page with", { refused, alike: asItIs }, { apart: 300, share: 0.05, slack: 120 });

describe("a page with", () => {
  it("dashes that are no array, at which a browser stops, is refused", async () => {
    const file = made(state("/D [30 30]", line));
    expect(await intake(file)).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
    await expect(darkInPdfJs(file)).rejects.toThrow();
  });
});
