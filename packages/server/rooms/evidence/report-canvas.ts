/** A page to write a report on: fonts, rules, tables that break over pages. Points from the top left. */
import PDFDocument from "pdfkit";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { faces, fontOf } from "./report-fonts.ts";
import { drawText, linesOf, type SetText, setText, type TextStyle } from "./set-text.ts";
import { openShapedLines, type ShapedLines } from "./shaped-lines.ts";

/** Colours of the paper (design: paper tokens). */
export const paper = { ink: "#1B1F22", muted: "#42535B", line: "#DBE2E4", rule: "#67849A" } as const;
/** The text block of an A4 page. */
export const block = { left: 62, right: 533, top: 64, bottom: 760, width: 471 } as const;

/** One cell: lines of text, each in its style. */
export type Cell = ReadonlyArray<{ readonly text: string; readonly style: TextStyle }>;
/** A column: its width in points and its heading. */
export type Column = { readonly width: number; readonly heading: string };

/** A document being drawn; `y` is where the next thing goes. */
export type Canvas = {
  readonly doc: PDFKit.PDFDocument;
  readonly shaped: ShapedLines;
  y: number;
};

/** Styles that repeat. */
export const styles = {
  body: { face: "sans", size: 8.5, colour: paper.ink },
  muted: { face: "sans", size: 8.5, colour: paper.muted },
  strong: { face: "bold", size: 8.5, colour: paper.ink },
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
    // Else the metrics of Helvetica are read for every report, which has no use for them.
    font: "",
    pdfVersion: "1.7",
    lang: options.language,
    displayTitle: true,
    info: { Title: options.title, Author: options.author, CreationDate: options.at, ModDate: options.at },
  });
  // A font that is open already is taken as it is; the types of the library do not say so.
  for (const face of faces) doc.registerFont(face, fontOf(face) as unknown as Uint8Array);
  return { doc, shaped: openShapedLines(doc, shaper), y: block.top };
}

/** The finished bytes. */
export function closeCanvas(canvas: Canvas): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    canvas.doc.on("data", (part: Buffer) => parts.push(part));
    canvas.doc.on("end", () => resolve(new Uint8Array(Buffer.concat(parts))));
    canvas.doc.on("error", reject);
    canvas.shaped.embed();
    canvas.doc.end();
  });
}

/** Writes one text at a place and answers its height. */
export function write(
  canvas: Canvas,
  text: string,
  at: { x: number; y: number; width: number; style: TextStyle; align?: "left" | "right" },
): number {
  return drawText(canvas, setText(canvas, text, at), at);
}

/** Writes one text where the next thing goes, over as many pages as it takes. */
export function writeOn(canvas: Canvas, text: string, at: { x: number; width: number; style: TextStyle }): void {
  for (const line of linesOf(setText(canvas, text, at))) {
    makeRoom(canvas, line.height);
    canvas.y += drawText(canvas, line, { ...at, y: canvas.y });
  }
}

/** A horizontal rule over `width` points. */
export function rule(
  canvas: Canvas,
  at: { x: number; y: number; width: number; colour: string; thickness: number },
): void {
  canvas.doc
    .moveTo(at.x, at.y)
    .lineTo(at.x + at.width, at.y)
    .lineWidth(at.thickness)
    .strokeColor(at.colour)
    .stroke();
}

/** Goes to a fresh page when fewer than `height` points are left. */
export function makeRoom(canvas: Canvas, height: number): boolean {
  if (canvas.y + height <= block.bottom) return false;
  canvas.doc.addPage();
  canvas.y = block.top;
  return true;
}

/** A table; its headings come again on every page it reaches. */
export function table(canvas: Canvas, columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  headings(canvas, columns);
  for (const row of rows) {
    const cells = row.map((cell, i) => fitCell(canvas, cell, (columns[i]?.width ?? 0) - 8));
    for (const portion of portionsOf(cells)) drawRow(canvas, columns, portion);
    rule(canvas, { x: block.left, y: canvas.y, width: block.width, colour: paper.line, thickness: 0.6 });
  }
}

function drawRow(canvas: Canvas, columns: readonly Column[], cells: readonly (readonly SetText[])[]): void {
  const height = Math.max(...cells.map(cellHeight)) + 10;
  if (makeRoom(canvas, height)) headings(canvas, columns);
  let x: number = block.left;
  cells.forEach((cell, i) => {
    const width = columns[i]?.width ?? 0;
    drawCell(canvas, cell, { x, width: width - 8 });
    x += width;
  });
  canvas.y += height;
}

/** What a row may fill of a page, below headings and with its own air. */
const rowRoom = block.bottom - block.top - 16 - 10;

/** A row as it is, or one that is higher than a page in as many parts as there are pages for it. */
function portionsOf(cells: readonly (readonly SetText[])[]): readonly (readonly (readonly SetText[])[])[] {
  if (cells.every((cell) => cellHeight(cell) <= rowRoom)) return [cells];
  const parts = cells.map((cell) => pagesOf(cell.flatMap(linesOf)));
  const pages = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: pages }, (_, i) => parts.map((part) => part[i] ?? []));
}

function pagesOf(lines: readonly SetText[]): readonly (readonly SetText[])[] {
  const pages: SetText[][] = [[]];
  for (const line of lines) {
    const last = pages.at(-1) ?? [];
    if (cellHeight([...last, line]) > rowRoom) pages.push([line]);
    else last.push(line);
  }
  return pages;
}

function headings(canvas: Canvas, columns: readonly Column[]): void {
  makeRoom(canvas, 40);
  let x: number = block.left;
  for (const column of columns) {
    write(canvas, column.heading, { x, y: canvas.y + 3, width: column.width - 8, style: styles.column });
    x += column.width;
  }
  canvas.y += 16;
  rule(canvas, { x: block.left, y: canvas.y, width: block.width, colour: paper.rule, thickness: 0.8 });
}

const fitCell = (canvas: Canvas, cell: Cell, width: number): SetText[] =>
  cell.map(({ text, style }) => setText(canvas, text, { width, style }));

const cellHeight = (lines: readonly SetText[]): number => lines.reduce((sum, { height }) => sum + height + 1.5, 0);

function drawCell(canvas: Canvas, lines: readonly SetText[], at: { x: number; width: number }): void {
  let y = canvas.y + 5;
  for (const line of lines) y += drawText(canvas, line, { ...at, y }) + 1.5;
}
