/** A page of a contract with its fonts in it: what every program can draw alike, and where one digit matters. */
import { createRequire } from "node:module";
import { join } from "node:path";
import PDFDocument from "pdfkit";

const { resolve } = createRequire(import.meta.url);
const sans = join(resolve("pdfjs-dist/package.json"), "../standard_fonts/LiberationSans-Regular.ttf");
const serif = resolve("dejavu-fonts-ttf/ttf/DejaVuSerif.ttf");

/** What stands in it otherwise than as a rule. */
export type ContractChange = {
  /** The sum in 10 points, among the lines of a contract. */
  readonly rent?: string;
  /** The number in 8 points, in a table. */
  readonly meter?: string;
  /** How many points further right the sum is. */
  readonly moved?: number;
  readonly turned?: 0 | 90 | 180 | 270;
  readonly isEmpty?: boolean;
};

/** One page of 300 by 220 points: a heading, lines with a sum, a table with numbers, a line to sign on. It looks another way however it is turned. */
export async function contractPdf(change: ContractChange = {}): Promise<Uint8Array> {
  const { rent = "1,250.00", meter = "0088.4", moved = 0, turned = 0, isEmpty = false } = change;
  const document = new PDFDocument({ size: [300, 220], margin: 0, info: { CreationDate: new Date(0) } });
  if (turned !== 0) Object.assign(document.page.dictionary.data, { Rotate: turned });
  const line = (text: string, x: number, y: number) => document.text(text, x, y, { lineBreak: false });
  if (!isEmpty) {
    document.font(serif).fontSize(18);
    line("Lease of a flat", 20, 16);
    document.font(sans).fontSize(10);
    line("The rent is paid by the third working day of a month,", 20, 50);
    line("and is", 20, 66);
    line(rent, 60 + moved, 66);
    line("euros. Nothing may be kept back.", 120, 66);
    document.font(serif).fontSize(8).lineWidth(0.5);
    for (const [row, [what, number]] of [
      ["Water", meter],
      ["Current", "004217"],
      ["Heating", "01932"],
    ].entries()) {
      document.rect(20, 100 + 16 * row, 200, 16).stroke();
      line(what ?? "", 24, 104 + 16 * row);
      line(number ?? "", 160, 104 + 16 * row);
    }
    document.moveTo(20, 190).lineTo(140, 190).stroke();
  }
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
