/** What signers enter into fields whose author wished for a text that nobody could read. */

import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools, inFolderOf } from "../../../../fixtures/outside-tool.ts";
import { renderers } from "../../../../fixtures/pictures.ts";
import { fillIn } from "../../test/fill-in.ts";
import { idOf, taken } from "../../test/take-in.ts";

const value = "4,711.00 EUR";
const plain = "/DA (/Helv 12 Tf 0 g)";
const unreadable = [
  ["white letters", "/DA (/Helv 12 Tf 1 g)"],
  ["letters that get white in the end", "/DA (/Helv 12 Tf 0 g 1 1 1 rg)"],
  ["pale letters", "/DA (/Helv 12 Tf 0 0 0.3 0 k)"],
  ["letters of a tenth of a point", "/DA (/Helv 0.1 Tf 0 g)"],
  ["letters of 900 points", "/DA (/Helv 900 Tf 0 g)"],
  ["letters of 900 points in several lines", "/DA (/Helv 900 Tf 0 g) /Ff 4096"],
  ["letters of 900 points in cells", "/DA (/Helv 900 Tf 0 g) /Ff 16777216 /MaxLen 12"],
] as const;

async function signed(entries: string) {
  const { prepared } = await taken(formWith(`/FT /Tx /T (alice.sum) ${entries}`));
  const bytes = fillIn(prepared, new Map([[`${idOf("alice")}.sum`, value]]));
  const doc = openPdf(bytesSource(bytes));
  const field = readFields(doc).find(({ name }) => name.endsWith(".sum"));
  const normal = doc.resolve(dictionaryOf(doc, field?.dict.entries.get("AP")).entries.get("N"));
  if (field === undefined || normal?.kind !== "stream") throw new Error("nothing is drawn");
  const operators = latin1(normal.read());
  return {
    bytes,
    colour: /^BT\n(.*)$/m.exec(operators)?.[1],
    sizePt: Number(/\/F\d+ ([\d.]+) Tf/.exec(operators)?.[1]),
    asked: textStringOf(doc, field.attribute("DA")),
  };
}

/** How many of the pixels of the field's box, 400 by 100 of them, are dark as drawn by poppler. */
function darkPixels(bytes: Uint8Array): number {
  const { width, height, rgb } = inFolderOf({ "a.pdf": bytes }, (folder) =>
    renderers.poppler(`${folder}/a.pdf`, 1, 360),
  );
  let dark = 0;
  for (let y = height - 150; y < height - 50; y += 1)
    for (let x = 50; x < 450; x += 1) if ((rgb[(y * width + x) * 3] ?? 255) < 128) dark += 1;
  return dark;
}

describe("a value in a field whose author wished for", () => {
  it.each(unreadable)("%s is drawn in letters that can be read", async (_what, entries) => {
    const { colour, sizePt, asked } = await signed(entries);
    expect(colour).toBe("0 g");
    expect(sizePt).toBeGreaterThanOrEqual(6);
    expect(sizePt).toBeLessThanOrEqual(16);
    // Viewers that set the text themselves are asked for the same.
    expect(asked).toMatch(/^\/Helv (0|12) Tf 0 g$/);
  });

  it.runIf(hasTools("pdftoppm", "pdftotext")).each(unreadable)(
    "%s shows in a viewer as it does in any field",
    async (_what, entries) => {
      const { bytes } = await signed(entries);
      const usual = darkPixels((await signed(plain)).bytes);
      expect(usual).toBeGreaterThan(500);
      const dark = darkPixels(bytes);
      expect(dark).toBeGreaterThan(usual / 4);
      expect(dark).toBeLessThan(usual * 2);
      expect(textOf(bytes).replaceAll(/\s/g, "")).toBe(value.replaceAll(" ", ""));
    },
  );

  it.each([
    ["dark blue letters", "/DA (/Helv 9 Tf 0 0 0.6 rg)", "0 0 0.6 rg", 9],
    ["dark letters of ink", "/DA (/Helv 9 Tf 1 0.8 0 0.2 k)", "1 0.8 0 0.2 k", 9],
    ["no more than a size", "/DA (/Helv 8 Tf)", "0 g", 8],
  ])("%s is drawn as its author wished", async (_what, entries, colour, sizePt) => {
    const shown = await signed(entries);
    expect(shown).toMatchObject({ colour, sizePt });
    expect(`/DA (${shown.asked})`).toBe(entries);
  });
});

it("draws stars in place of a password, and leaves one that was sent undrawn", async () => {
  const { bytes } = await signed("/DA (/Helv 12 Tf 0 g) /Ff 8192");
  expect(textOf(bytes).trim()).toBe("*".repeat(value.length));
  const { prepared } = await taken(formWith("/FT /Tx /T (secret) /V (swordfish) /Ff 8192"));
  expect(textOf(prepared).trim()).toBe("");
});

describe("a field of nobody's on a background", () => {
  it.each([
    ["white on dark", "/MK << /BG [0 0 0.4] >> /DA (/Helv 9 Tf 1 g)", "1 g"],
    ["dark on dark", "/MK << /BG [0 0 0.4] >> /DA (/Helv 9 Tf 0 g)", "1 g"],
    ["white on white", "/MK << /BG [1] >> /DA (/Helv 9 Tf 1 g)", "0 g"],
  ])("%s is drawn so that it can be read there", async (_what, entries, colour) => {
    const { prepared } = await taken(formWith(`/FT /Tx /T (notes) /V (1000 EUR) ${entries}`));
    const doc = openPdf(bytesSource(prepared));
    const [field] = readFields(doc);
    const normal = doc.resolve(dictionaryOf(doc, field?.dict.entries.get("AP")).entries.get("N"));
    expect(normal?.kind === "stream" && /^BT\n(.*)$/m.exec(latin1(normal.read()))?.[1]).toBe(colour);
  });
});
