/**
 * Lines in scripts that the faces of the report do not have, or that have to be shaped: set as documents are, by the same port
 * in the same fonts. A line is a form XObject (ISO 32000-1 §8.10), because fonts are cut when all lines are known.
 */
import { embedFonts } from "@siegel/kernel/forms/embedded-font.ts";
import type { FontWeight, ShapedText, TextDirection } from "@siegel/kernel/forms/shaped-text.ts";
import { showText } from "@siegel/kernel/forms/show-text.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { pageObjects } from "./page-objects.ts";

/** The shaped lines of one report: a line is shaped at 1 point, and drawn at any size. */
export type ShapedLines = {
  readonly shape: (line: string, set: { readonly weight: FontWeight; readonly direction: TextDirection }) => ShapedText;
  /** Draws on the page that is open; `y` is the baseline, from the top. */
  readonly draw: (text: ShapedText, at: { readonly x: number; readonly y: number; readonly sizePt: number }) => void;
  /** Writes what was drawn, with subsets of its fonts; nothing is drawn after it. */
  readonly embed: () => void;
};

/** No line yet, and no font opened. */
export function openShapedLines(doc: PDFKit.PDFDocument, shaper: TextShapingPort): ShapedLines {
  const shaped = new Map<string, ShapedText>();
  const drawn = new Map<ShapedText, { readonly name: string; readonly form: PDFKit.PDFKitReference }>();
  return {
    shape: (line, { weight, direction }) => {
      const key = `${weight} ${direction} ${line}`;
      const text = shaped.get(key) ?? shaper.shape(line, { sizePt: 1, weight, direction });
      shaped.set(key, text);
      return text;
    },
    draw: (text, { x, y, sizePt }) => {
      const { name, form } = drawn.get(text) ?? { name: `Line${drawn.size}`, form: doc.ref({}) };
      drawn.set(text, { name, form });
      doc.page.xobjects[name] = form;
      doc.save().transform(sizePt, 0, 0, -sizePt, x, y).addContent(`/${name} Do`).restore();
    },
    embed: () => {
      if (drawn.size === 0) return;
      const objects = pageObjects(doc);
      const fonts = embedFonts(objects, shaper, [...drawn.keys()]);
      const resources = { Font: objects.entryOf(fonts.resources) };
      for (const [text, { form }] of drawn) {
        Object.assign(form.data, { Type: "XObject", Subtype: "Form", BBox: boxOf(text), Resources: resources });
        form.end(`BT\n${showText(text, fonts)}ET`);
      }
    },
  };
}

/** Marks stand above and below their line, and a little before and behind it. */
function boxOf({ widthPt, ascentPt, descentPt }: ShapedText): readonly number[] {
  return [-1, 2 * descentPt, widthPt + 1, 2 * ascentPt];
}
