/** Tables and lists of a report that break over pages. */
import { block, type Canvas, draw, drawPicture, makeRoom, paper, rule, styles } from "./report-canvas.ts";
import type { ReportedPicture } from "./report-content.ts";
import { addElement, type Element } from "./report-tags.ts";
import { drawText, linesOf, type SetText, setText, type TextStyle } from "./set-text.ts";

/** Lines of text, each in its style; `goesOn` where the next line is the same word. */
type TextCell = ReadonlyArray<{ readonly text: string; readonly style: TextStyle; readonly goesOn?: boolean }>;
/** A picture alone; `alt` says what it shows. */
type PictureCell = { readonly picture: ReportedPicture; readonly alt: string };
/** One cell. */
export type Cell = TextCell | PictureCell;
/** Rows in columns; widths in points. */
type Grid = { readonly widths: readonly number[]; readonly rows: ReadonlyArray<readonly Cell[]> };
/** Rows below headings, which come again on every page. */
export type Table = Grid & { readonly headings: readonly string[] };
/** Rows that say themselves what they are; `goesOn` stands above them on every further page. */
export type List = Grid & { readonly goesOn: string };

/** One line of text as a cell. */
export const cellOf = (text: string, style: TextStyle = styles.body): TextCell => [{ text, style }];

/** A digest of 64 digits as two lines, so that it is compared in halves. */
export const digestLines = (sha256: string): TextCell =>
  [0, 32].map((from) => ({ text: sha256.slice(from, from + 32), style: styles.mono, goesOn: from === 0 }));

/** Draws a table or a list where the next thing goes. */
export function drawRows(canvas: Canvas, grid: Table | List): void {
  const { widths, rows } = grid;
  const element = addElement(canvas.tags.root, "goesOn" in grid ? "L" : "Table");
  if ("headings" in grid) drawHeadings(canvas, grid, addElement(element, "TR"));
  for (const row of rows) {
    const cells = row.map((cell, i) => fitCell(canvas, cell, (widths[i] ?? 0) - 8));
    const elements = elementsOf(element, row);
    for (const portion of portionsOf(cells)) drawRow(canvas, grid, { cells: portion, elements });
    rule(canvas, { x: block.left, y: canvas.y, width: block.width, colour: paper.line, thickness: 0.6 });
  }
}

/** An element for each cell of a table, and one for the whole item of a list. */
function elementsOf(parent: Element, row: readonly Cell[]): readonly Element[] {
  if (parent.tag === "L") return [addElement(addElement(parent, "LI"), "LBody")];
  const element = addElement(parent, "TR");
  return row.map(() => addElement(element, "TD"));
}

/** A picture at the size it is drawn in. */
type SetPicture = PictureCell & { readonly width: number; readonly height: number };
type SetCell = readonly SetText[] | SetPicture;

const isPicture = (cell: SetCell): cell is SetPicture => "picture" in cell;

type Row = { readonly cells: readonly SetCell[]; readonly elements: readonly Element[] };

function drawRow(canvas: Canvas, grid: Table | List, { cells, elements }: Row): void {
  const height = Math.max(...cells.map(cellHeight)) + 10;
  if (makeRoom(canvas, height)) goOn(canvas, grid);
  let x: number = block.left;
  const placed = cells.map((cell, i) => {
    const left = x;
    x += grid.widths[i] ?? 0;
    const isLast = i === cells.length - 1 || elements.length === cells.length;
    return { cell, at: { x: left, width: (grid.widths[i] ?? 0) - 8, isLast } };
  });
  const perElement = elements.length === cells.length ? placed.map((one) => [one]) : [placed];
  perElement.forEach((several, i) => {
    const within = elements[i];
    if (within === undefined) return;
    const texts = several.flatMap(({ cell, at }) => (isPicture(cell) || cell.length === 0 ? [] : [{ cell, at }]));
    if (texts.length > 0)
      canvas.tags.mark(within, () => {
        for (const { cell, at } of texts) drawCell(canvas, cell, at);
      });
    for (const { cell, at } of several)
      if (isPicture(cell)) drawPicture(canvas, cell.picture, { ...cell, x: at.x, y: canvas.y + 5, within });
  });
  canvas.y += height;
}

/** What a row may fill of a page, below headings and with its own air. */
const rowRoom = block.bottom - block.top - 16 - 10;

/** A row as it is, or one that is higher than a page in as many parts as there are pages for it. */
function portionsOf(cells: readonly SetCell[]): readonly (readonly SetCell[])[] {
  if (cells.every((cell) => cellHeight(cell) <= rowRoom)) return [cells];
  const parts = cells.map((cell) => (isPicture(cell) ? [cell] : pagesOf(cell.flatMap(linesOf))));
  const pages = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: pages }, (_, i) => parts.map((part): SetCell => part[i] ?? []));
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

/** The head of a table; without an element it was read before. */
function drawHeadings(canvas: Canvas, { headings, widths }: Table, row?: Element): void {
  makeRoom(canvas, 40);
  let x: number = block.left;
  headings.forEach((heading, i) => {
    const width = widths[i] ?? 0;
    const at = { x, y: canvas.y + 3, width: width - 8, style: styles.column };
    const drawHeading = (): number => draw(canvas, heading, at);
    if (row === undefined) canvas.tags.leaveOut(drawHeading);
    else canvas.tags.mark(addElement(row, "TH"), drawHeading);
    x += width;
  });
  endHead(canvas);
}

function goOn(canvas: Canvas, grid: Table | List): void {
  if ("headings" in grid) {
    drawHeadings(canvas, grid);
    return;
  }
  const [first] = linesOf(setText(canvas, grid.goesOn, { width: block.width, style: styles.column }));
  const at = { x: block.left, y: canvas.y + 3, width: block.width };
  if (first !== undefined) canvas.tags.leaveOut(() => drawText(canvas, first, at));
  endHead(canvas);
}

function endHead(canvas: Canvas): void {
  canvas.y += 16;
  rule(canvas, { x: block.left, y: canvas.y, width: block.width, colour: paper.rule, thickness: 0.8 });
}

/** How high a picture may be. */
const picture_height_max = 40;

function fitCell(canvas: Canvas, cell: Cell, width: number): SetCell {
  if (!("picture" in cell)) return cell.map(({ text, ...how }) => setText(canvas, text, { ...how, width }));
  const { picture } = cell;
  const scale = Math.min((width - 4) / picture.width, picture_height_max / picture.height);
  return { ...cell, width: picture.width * scale, height: picture.height * scale };
}

const cellHeight = (cell: SetCell): number =>
  isPicture(cell) ? cell.height : cell.reduce((sum, { height }) => sum + height + 1.5, 0);

function drawCell(
  canvas: Canvas,
  lines: readonly SetText[],
  { isLast, ...at }: { x: number; width: number; isLast: boolean },
): void {
  let y = canvas.y + 5;
  lines.forEach((line, i) => {
    y += drawText(canvas, line, { ...at, y, isLast: isLast && i === lines.length - 1 }) + 1.5;
  });
}
