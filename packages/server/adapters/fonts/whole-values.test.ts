/** The longest value that is taken is whole in what the box of its field shows, in every script, however the field is turned. */

import { type AppearanceJob, writeAppearances } from "@siegel/kernel/forms/appearance.ts";
import { setValues } from "@siegel/kernel/forms/fill-fields.ts";
import { type TextBlock, textFits } from "@siegel/kernel/forms/text-layout.ts";
import { dictionaryOf, rectangleOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate, type PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfArray, pdfNumber, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { fillFields } from "../../../../fixtures/fill-fields.ts";
import { formWith } from "../../../../fixtures/form-with.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { type Picture, renderers } from "../../../../fixtures/pictures.ts";
import { openTextShaping } from "./text-shaping.ts";

const shaper = openTextShaping();

/** Words that go up, down and aside as far as their script does. */
const scripts: Readonly<Record<string, string>> = {
  Latin: "Ångström jÿ Qß WÖ ",
  "Latin with marks": "ẪỸ q\u0323\u0308 Ṩ\u0323ǭ ",
  Greek: "ᾯ Ὧψ ᾁΐ ",
  Cyrillic: "Йщ Ђі\u0301 Ӂ ",
  Arabic: "بِسْمِ اللّٰه جغ إله ",
  Persian: "سلام می\u200cخواهم ",
  Hebrew: "שָׁלוֹם לֹך ",
  Thai: "ปี่ น้ำ กุ้ง ญู ",
  Devanagari: "हिन्दी क्षत्रिय र्कि ट्ठू ",
  Chinese: "漢字测试東京 ",
  Korean: "안녕하세요 뷁 ",
  Zalgo: "Z\u0334\u030d\u0341\u0302\u0324\u0330\u032da\u0301\u0302\u0303\u0304\u0306\u0307\u0323\u0324\u0325 ",
  Mixed: "Herr שלום 漢 กุ้ง ",
};

type Kind = Omit<TextBlock, "text" | "width" | "height" | "sizePt"> & { readonly dict: string };
const kinds: Readonly<Record<string, Kind>> = {
  "one line": { multiline: false, quadding: 0, dict: "/DA (/Helv 0 Tf 0 g)" },
  "one line, centred, of a stated size": { multiline: false, quadding: 1, dict: "/Q 1 /DA (/Helv 11 Tf 0 g)" },
  "one line to the right": { multiline: false, quadding: 2, dict: "/Q 2 /DA (/Helv 9 Tf 0 g)" },
  "several lines": { multiline: true, quadding: 0, dict: "/Ff 4096 /DA (/Helv 14 Tf 0 g)" },
  "a comb": { multiline: false, quadding: 0, combCells: 18, dict: "/Ff 16777216 /MaxLen 18 /DA (/Helv 0 Tf 0 g)" },
};

const [width, height, margin] = [90, 30, 30] as const;
const dpi = 200;

/** The beginning of `words`, again and again, that still fits, in characters as a reader counts them. */
function longest(words: string, { dict: _, ...kind }: Kind): string {
  const characters = [...new Intl.Segmenter("und").segment(words.repeat(60))].map(({ segment }) => segment);
  const beginning = (count: number): string => characters.slice(0, count).join("").trimEnd();
  let [fitting, tooMany] = [0, characters.length];
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    const text = beginning(count);
    const isTaken = [...text].length <= (kind.combCells ?? text.length);
    if (isTaken && textFits(shaper, { ...kind, text, width, height })) fitting = count;
    else tooMany = count;
  }
  return beginning(fitting);
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** A box for each script, far enough from each other. */
function boxes(degrees: number): readonly Box[] {
  const [w, h] = degrees % 180 === 0 ? [width, height] : [height, width];
  const [columns, step] = degrees % 180 === 0 ? [3, 85] : [4, 155];
  return Object.keys(scripts).map((_, i) => {
    const [x, y] = [40 + (i % columns) * (w + 70), 40 + Math.floor(i / columns) * step];
    return [x, y, x + w, y + h];
  });
}

const form = (places: readonly Box[], { dict }: Kind, degrees: number): Uint8Array =>
  formWith(...places.map((box, i) => `/FT /Tx /T (f${i}) /Rect [${box.join(" ")}] /MK << /R ${degrees} >> ${dict}`));

/** The same lines where they stand, in a box with room around them that cuts nothing. */
function unbounded(update: PdfUpdate, job: AppearanceJob): AppearanceJob {
  const widget = dictionaryOf(update, job.widget);
  const [x0, y0, x1, y1] = rectangleOf(update, widget.entries.get("Rect")) ?? [0, 0, 0, 0];
  const room = [x0 - margin, y0 - margin, x1 + margin, y1 + margin].map((value) => pdfNumber(value));
  update.put(job.widget, withEntries(widget, { Rect: pdfArray(room) }));
  const lines = job.lines.map((line) => ({ ...line, x: line.x + margin, y: line.y + margin }));
  return { ...job, width: job.width + 2 * margin, height: job.height + 2 * margin, lines };
}

function drawn(base: Uint8Array, values: ReadonlyMap<string, string>): Picture {
  const update = beginUpdate(openPdf(bytesSource(base)));
  const jobs = setValues(update, values, shaper);
  writeAppearances(
    update,
    shaper,
    jobs.map((job) => unbounded(update, job)),
  );
  const file = Buffer.concat([base, update.finish({ id: new Uint8Array(16) }).bytes]);
  return inFolderOf({ "a.pdf": file }, (folder) => renderers.poppler(`${folder}/a.pdf`, 1, dpi));
}

/** How far ink stands out of each box at most, in pixels, by script; what is within half a pixel is how its edge was drawn. */
function outside({ width: across, height: down, rgb }: Picture, places: readonly Box[]): Record<string, number> {
  const farthest: Record<string, number> = {};
  const scale = dpi / 72;
  for (let at = 0; at < across * down; at += 1) {
    if ((rgb[3 * at] ?? 255) > 160) continue;
    const [x, y] = [(at % across) + 0.5, down - Math.floor(at / across) - 0.5];
    const aways = places.map(([x0, y0, x1, y1]) =>
      Math.max(x0 * scale - x, x - x1 * scale, y0 * scale - y, y - y1 * scale),
    );
    const away = Math.min(...aways);
    const script = Object.keys(scripts)[aways.indexOf(away)] ?? "";
    if (away > 0.5) farthest[script] = Math.max(farthest[script] ?? 0, away);
  }
  return farthest;
}

describe.skipIf(!hasTools("pdftoppm", "pdftotext"))("the longest value that is taken", () => {
  const cases = Object.entries(kinds).flatMap(([name, kind]) =>
    [0, 90, 180, 270].map((degrees) => [name, degrees, kind] as const),
  );

  it.each(cases)("is whole in its box: %s, turned by %i degrees", (_, degrees, kind) => {
    const places = boxes(degrees);
    const values = new Map(Object.values(scripts).map((words, i) => [`f${i}`, longest(words, kind)]));
    for (const value of values.values()) expect([...value].length).toBeGreaterThan(4);
    expect(outside(drawn(form(places, kind, degrees), values), places)).toEqual({});
  });

  it.each([0, 90])("is whole in the lowest box that takes it, turned by %i degrees", (degrees) => {
    const [kind = { multiline: false, quadding: 0, dict: "" }] = Object.values(kinds);
    const places = boxes(degrees).map(([x, y, right, top], i): Box => {
      const text = Object.values(scripts)[i]?.trim() ?? "";
      let lowest = 1;
      while (!textFits(shaper, { ...kind, text, width, height: lowest })) lowest += 0.1;
      return degrees === 0 ? [x, y, right, y + lowest] : [x, y, x + lowest, top];
    });
    const values = new Map(Object.values(scripts).map((words, i) => [`f${i}`, words.trim()]));
    expect(outside(drawn(form(places, kind, degrees), values), places)).toEqual({});
  });

  it("is what a reader of text finds within the box, word for word, and one more word is not taken", () => {
    const [x, y] = [40, 700];
    for (const kind of Object.values(kinds).filter(({ combCells }) => combCells === undefined)) {
      const value = longest("Miete 1250 Euro zum Ersten. ", kind);
      expect(textFits(shaper, { ...kind, text: `${value} nicht`, width, height })).toBe(false);
      const base = form([[x, y, x + width, y + height]], kind, 0);
      const update = beginUpdate(openPdf(bytesSource(base)));
      fillFields(update, { values: new Map([["f0", value]]), shaper });
      const file = Buffer.concat([base, update.finish({ id: new Uint8Array(16) }).bytes]);
      const area = ["-x", x, "-y", 842 - y - height, "-W", width, "-H", height].map(String);
      const read = inFolderOf({ "a.pdf": file }, (folder) => runToolIn(folder, "pdftotext", ...area, "a.pdf", "-").out);
      expect(
        read
          .split(/\s+/)
          .filter((word) => word !== "")
          .join(" "),
      ).toBe(value);
    }
  });
});
