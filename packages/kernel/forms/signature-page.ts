/**
 * The page that is appended for signatures where there is no room for them: what it is and for which document, quietly, above their
 * places. It is text in embedded fonts and a line, without transparency, in colours that PDF/A takes, and an artifact of a tagged document
 * (ISO 32000-2 §14.8.2.2): what a screen reader reads are the signatures.
 */
import { appendPage } from "../pdf/append-page.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { pdfDict } from "../pdf/objects.ts";
import type { Page, ShownRect } from "../pdf/pages.ts";
import { calibratedSpaces, isArchival } from "./archival.ts";
import { embedFonts } from "./embedded-font.ts";
import type { TextShaper } from "./shaped-text.ts";
import { fixed, showText } from "./show-text.ts";
import { layoutText, type PlacedLine, type TextBlock } from "./text-layout.ts";

/** What stands above the places: a word or two, and what is smaller below. `head` is where, in points from the top left. */
export type SignaturePage = {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly userUnit: number;
  readonly head: ShownRect;
  readonly title: string;
  readonly document: string;
  readonly reference: string;
};

type Part = {
  readonly lines: readonly PlacedLine[];
  readonly left: number;
  readonly bottom: number;
  readonly grey: string;
};

const title_pt = { size: 20, height: 30 } as const;
const document_pt = { size: 10.5, height: 18 } as const;
const reference_pt = { size: 8, height: 14 } as const;
const ink = { title: "0.1 g", document: "0.2 g", reference: "0.4 g", line: "0.7 G" } as const;

/** Appends it; null where a document takes no page. */
export function appendSignaturePage(update: PdfUpdate, shaper: TextShaper, page: SignaturePage): Page | null {
  const [left, top, width, height] = page.head;
  const parts: Part[] = [];
  let y = page.heightPt - top;
  const set = (text: string, { size, height }: { size: number; height: number }, grey: string): void => {
    y -= height;
    const block = { text, width, height, sizePt: size, multiline: false, quadding: 0, face: "serif" } as const;
    parts.push({ lines: layoutText(shaper, block satisfies TextBlock), left, bottom: y, grey });
  };
  set(page.title, title_pt, ink.title);
  set(page.document, document_pt, ink.document);
  set(page.reference, reference_pt, ink.reference);
  const fonts = embedFonts(
    update,
    shaper,
    parts.flatMap(({ lines }) => lines.map(({ text }) => text)),
  );
  const shown = parts.flatMap(({ lines, left, bottom, grey }) =>
    lines.map(
      ({ text, x, y }) => `${grey}\n1 0 0 1 ${fixed(left + x)} ${fixed(bottom + y)} Tm\n${showText(text, fonts)}`,
    ),
  );
  const rule = page.heightPt - top - height;
  const line = `${ink.line} 0.5 w ${fixed(left)} ${fixed(rule)} m ${fixed(left + width)} ${fixed(rule)} l S\n`;
  const scale = fixed(1 / page.userUnit);
  const content = `/Artifact BMC\nq ${scale} 0 0 ${scale} 0 0 cm\n${line}BT\n${shown.join("")}ET\nQ\nEMC\n`;
  return appendPage(update, {
    ...page,
    content: Buffer.from(content, "latin1"),
    resources: pdfDict({
      Font: fonts.resources,
      ColorSpace: isArchival(update) ? calibratedSpaces() : undefined,
    }),
  });
}
