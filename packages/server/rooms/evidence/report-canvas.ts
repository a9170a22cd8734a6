/** A page to write a report on: fonts, rules, headings and paragraphs, each with its place in the structure. Points from the top left. */
import PDFDocument from "pdfkit";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { ReportedPicture } from "./report-content.ts";
import { registerFaces } from "./report-fonts.ts";
import { keepPromises, titleOf } from "./report-metadata.ts";
import { addElement, type Element, openTags, type Tag, type Tags } from "./report-tags.ts";
import { drawText, linesOf, setText, type TextStyle } from "./set-text.ts";
import { openShapedLines, type ShapedLines } from "./shaped-lines.ts";

/** Colours of the paper (design: paper tokens). */
export const paper = { ink: "#1B1F22", muted: "#42535B", line: "#DBE2E4", rule: "#67849A" } as const;
/** The text block of an A4 page. */
export const block = { left: 62, right: 533, top: 64, bottom: 760, width: 471 } as const;

/** A document being drawn; `y` is where the next thing goes. */
export type Canvas = {
  readonly doc: PDFKit.PDFDocument;
  readonly shaped: ShapedLines;
  readonly tags: Tags;
  y: number;
};

/** Styles that repeat. */
export const styles = {
  body: { face: "sans", size: 8.5, colour: paper.ink },
  muted: { face: "sans", size: 8.5, colour: paper.muted },
  strong: { face: "bold", size: 8.5, colour: paper.ink },
  lead: { face: "serif", size: 13.5, colour: paper.ink },
  part: { face: "serif", size: 13.5, colour: paper.ink },
  heading: { face: "bold", size: 9.5, colour: paper.ink },
  column: { face: "bold", size: 7.5, colour: paper.muted },
  mono: { face: "mono", size: 6.6, colour: paper.ink },
  small: { face: "sans", size: 7.5, colour: paper.muted },
} as const satisfies Record<string, TextStyle>;

/** An empty A4 document. Its dates come from `at`; nothing in it depends on the machine it is drawn on. */
export function openCanvas(
  shaper: TextShapingPort,
  options: { title: string; author: string; language: string; at: Date },
): Canvas {
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    // Else the metrics of Helvetica are read for every report, which has no use for them.
    font: "",
    pdfVersion: "1.7",
    lang: options.language,
    displayTitle: true,
    tagged: true,
    info: {
      Title: titleOf(options.title),
      Author: titleOf(options.author),
      CreationDate: options.at,
      ModDate: options.at,
    },
  });
  keepPromises(doc);
  registerFaces(doc);
  doc.addPage();
  return { doc, shaped: openShapedLines(doc, shaper), tags: openTags(doc), y: block.top };
}

/** The finished bytes. */
export function closeCanvas(canvas: Canvas): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    canvas.doc.on("data", (part: Buffer) => parts.push(part));
    canvas.doc.on("end", () => resolve(new Uint8Array(Buffer.concat(parts))));
    canvas.doc.on("error", reject);
    canvas.shaped.embed();
    canvas.tags.write();
    canvas.doc.end();
  });
}

/** Where a text stands. */
export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly style: TextStyle;
  readonly align?: "left" | "right";
  /** Whether nothing follows in the same element. */
  readonly isLast?: boolean;
};

/** Draws one text at a place and answers its height. The caller says which part of the structure it is. */
export function draw(canvas: Canvas, text: string, at: Place): number {
  return drawText(canvas, setText(canvas, text, at), at);
}

/** Writes one text at a place, as the next thing in the document, and answers its height. */
export function write(canvas: Canvas, text: string, at: Place & { readonly tag: Tag }): number {
  return canvas.tags.mark(addElement(canvas.tags.root, at.tag), () => draw(canvas, text, at));
}

/** Writes one text where the next thing goes, over as many pages as it takes: a paragraph, or more of an element. */
export function writeOn(
  canvas: Canvas,
  text: string,
  at: {
    readonly x?: number;
    readonly width: number;
    readonly style: TextStyle;
    readonly element?: Element;
    readonly ours?: boolean;
  },
): void {
  const { x = block.left, width, style, element = addElement(canvas.tags.root, "P"), ours = false } = at;
  let lines = linesOf(setText(canvas, text, { width, style, ours }));
  while (lines.length > 0) {
    makeRoom(canvas, lines[0]?.height ?? 0);
    const fitting = Math.max(1, countFitting(lines, block.bottom - canvas.y));
    canvas.y = markLines(canvas, element, { lines: lines.slice(0, fitting), x, width });
    lines = lines.slice(fitting);
  }
}

type Lines = ReturnType<typeof linesOf>;

function markLines(canvas: Canvas, element: Element, at: { lines: Lines; x: number; width: number }): number {
  const { lines, x, width } = at;
  return canvas.tags.mark(element, () =>
    lines.reduce((y, line, i) => {
      const isLast = i === lines.length - 1;
      return y + drawText(canvas, line, { x, y, width, isLast });
    }, canvas.y),
  );
}

function countFitting(lines: Lines, room: number): number {
  let height = 0;
  const over = lines.findIndex((line) => {
    height += line.height;
    return height > room;
  });
  return over < 0 ? lines.length : over;
}

/** The height of an A4 page, whose points PDF counts from below. */
const page_height = 841.89;

/** Draws a picture at a place, as a figure within an element; `alt` says what it shows. */
export function drawPicture(
  canvas: Canvas,
  { width: columns, height: rows, rgb }: ReportedPicture,
  at: { x: number; y: number; width: number; height: number; alt: string; within: Element },
): void {
  const { doc, tags } = canvas;
  const { x, y, width, height } = at;
  const image = doc.ref({
    Type: "XObject",
    Subtype: "Image",
    Width: columns,
    Height: rows,
    ColorSpace: "DeviceRGB",
    BitsPerComponent: 8,
  });
  image.end(Buffer.from(rgb));
  const name = `Picture${Object.keys(doc.page.xobjects).length}`;
  doc.page.xobjects[name] = image;
  const box = [x, page_height - y - height, x + width, page_height - y] as const;
  tags.mark(addElement(at.within, "Figure", { alt: at.alt, box }), () =>
    doc
      .save()
      .transform(width, 0, 0, -height, x, y + height)
      .addContent(`/${name} Do`)
      .restore(),
  );
}

/** A horizontal rule over `width` points. */
export function rule(
  canvas: Canvas,
  at: { x: number; y: number; width: number; colour: string; thickness: number },
): void {
  canvas.tags.leaveOut(() =>
    canvas.doc
      .moveTo(at.x, at.y)
      .lineTo(at.x + at.width, at.y)
      .lineWidth(at.thickness)
      .strokeColor(at.colour)
      .stroke(),
  );
}

/** What comes next begins a page. */
export function freshPage(canvas: Canvas): void {
  canvas.doc.addPage();
  canvas.y = block.top;
}

/** Goes to a fresh page when fewer than `height` points are left. */
export function makeRoom(canvas: Canvas, height: number): boolean {
  if (canvas.y + height <= block.bottom) return false;
  freshPage(canvas);
  return true;
}

/** The heading of a part of the report; one within a part is smaller. */
export function section(canvas: Canvas, title: string, tag: "H2" | "H3" = "H2"): void {
  // A heading with one row at the foot of a page reads as a leftover.
  makeRoom(canvas, 104);
  const style = tag === "H2" ? styles.part : styles.heading;
  // The first thing on a page needs no air above it.
  if (canvas.y > block.top) canvas.y += 20;
  const at = { x: block.left, y: canvas.y, width: block.width, style };
  canvas.y += write(canvas, title, { ...at, tag }) + 3;
}
