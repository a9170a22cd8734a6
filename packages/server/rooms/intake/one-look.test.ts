/** Annotations and pages that look otherwise under a pointer, on paper or in another window: whoever signs must see what others see. */
import { catalogOf, dictionaryOf, itemsOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { annotation, type Drawn, form, made, price } from "../../../../fixtures/drawn-page-with.ts";
import { intake, taken } from "../../test/take-in.ts";
import { fixedNotices } from "./intake-notices.ts";

const [green, red] = [form("0 1 0 rg 0 0 20 20 re f"), form("1 0 0 rg 0 0 200 200 re f")];

const several: readonly (readonly [string, Drawn])[] = [
  [
    "another look under a pointer",
    { page: annotation("/Subtype /Stamp /AP << /N 7 0 R /R 8 0 R >>"), contents: price, more: [green, red] },
  ],
  [
    "a watermark that is elsewhere on paper",
    {
      page: annotation("/Subtype /Watermark /FixedPrint << /Type /FixedPrint /H 0.5 >> /AP << /N 7 0 R >>"),
      contents: price,
      more: [green],
    },
  ],
  [
    "a page that is cut elsewhere",
    {
      catalog: "/ViewerPreferences << /ViewArea /MediaBox /PrintClip /MediaBox >>",
      page: "/CropBox [0 80 200 200]",
      contents: `${price} BT /F1 24 Tf 20 20 Td (not) Tj ET`,
    },
  ],
];

const one: readonly (readonly [string, Drawn])[] = [
  [
    "another look while a button is held",
    { page: annotation("/Subtype /Stamp /AP << /N 7 0 R /D 8 0 R >>"), contents: price, more: [green, red] },
  ],
  [
    "the same look under a pointer",
    { page: annotation("/Subtype /Stamp /AP << /N 7 0 R /R 7 0 R >>"), contents: price, more: [green] },
  ],
  [
    "a page that is cut as it shows",
    { catalog: "/ViewerPreferences << /ViewArea /CropBox /PrintClip /CropBox >>", contents: price },
  ],
];

/** Entries of the first annotation, of its appearances, and of what viewers are told. */
function left(prepared: Uint8Array): {
  readonly entries: string[];
  readonly looks: string[];
  readonly preferences: string[];
} {
  const doc = openPdf(bytesSource(prepared));
  const [first] = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
  const { entries } = dictionaryOf(doc, first);
  const preferences = dictionaryOf(doc, catalogOf(doc).entries.get("ViewerPreferences")).entries;
  const looks = dictionaryOf(doc, entries.get("AP")).entries;
  return { entries: [...entries.keys()], looks: [...looks.keys()], preferences: [...preferences.keys()] };
}

describe("an unsigned file", () => {
  it.each(several)("with %s is left one look, and the sender is told", async (_what, file) => {
    const { prepared, notices } = await taken(made(file));
    expect(notices).toEqual([fixedNotices.looks]);
    const { entries, looks, preferences } = left(prepared);
    expect(entries).not.toContain("FixedPrint");
    expect(looks).not.toContain("R");
    expect(preferences).toEqual([]);
  });

  it.each(one)("with %s is taken as it is", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
  });

  it("whose traps for presses cover the page shows none", async () => {
    const traps = "/Subtype /TrapNet /F 68 /AS /t /AP << /N << /t 7 0 R >> >>";
    const { prepared, notices } = await taken(made({ page: annotation(traps), contents: price, more: [red] }));
    expect(notices).toEqual([fixedNotices.leftOut]);
    const doc = openPdf(bytesSource(prepared));
    const [first] = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
    expect(numberOf(doc, dictionaryOf(doc, first).entries.get("F"))).toBe(70);
  });
});

describe("a signed file", () => {
  const traps = annotation("/Subtype /TrapNet /F 68 /AS /t /AP << /N << /t 7 0 R >> >>");
  it.each([...several, ["traps for presses", { page: traps, contents: price, more: [red] }] as const])(
    "with %s is refused",
    async (_what, file) => {
      expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
    },
  );

  it.each(one)("with %s is taken as it is", async (_what, file) => {
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: true });
  });
});
