/** The document of the demo: a short lease with room for each signer's signature. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

const font = readFileSync(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold = readFileSync(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));

/** Where a signer signs and writes the place, in points from the top left of page 1. */
export const places = {
  signature: [72, 640, 220, 72],
  place: [340, 672, 180, 22],
} as const;

const paragraphs = [
  [
    "§ 1 Mieträume",
    "Vermietet werden im Haus Speicherstraße 12, 20457 Hamburg, 3. Obergeschoss links, drei Zimmer, Küche, Bad und ein Kellerraum zur Benutzung als Wohnung. Die Wohnfläche beträgt 78 m².",
  ],
  [
    "§ 2 Mietdauer",
    "Das Mietverhältnis beginnt am 1. Februar 2027 und läuft auf unbestimmte Zeit. Für die Kündigung gelten die gesetzlichen Fristen.",
  ],
  [
    "§ 3 Miete",
    "Die Nutzungsgebühr beträgt monatlich 812,00 €, die Vorauszahlung auf Betriebs- und Heizkosten 195,00 €. Sie ist bis zum dritten Werktag eines Monats zu zahlen.",
  ],
  [
    "§ 4 Übergabe",
    "Zustand und Zählerstände werden bei der Übergabe in einem Protokoll festgehalten, das Teil dieses Vertrags wird.",
  ],
] as const;

/** Makes the PDF (A4, one page, German). */
export async function demoDocument(title: string): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: "A4",
    margins: { top: 72, left: 72, right: 72, bottom: 48 },
    lang: "de-DE",
    info: { Title: title },
  });
  pdf.registerFont("text", font).registerFont("bold", bold);
  pdf.font("bold").fontSize(20).fillColor("#0B5D7A").text(title).moveDown(0.3);
  pdf
    .font("text")
    .fontSize(10)
    .fillColor("#333333")
    .text("zwischen der Hafenwerk Wohnungsgenossenschaft eG, Hamburg, und dem unterzeichnenden Mitglied")
    .moveDown(1.4);
  for (const [heading, text] of paragraphs) {
    pdf.font("bold").fontSize(11).fillColor("#111111").text(heading).moveDown(0.2);
    pdf.font("text").fontSize(10.5).fillColor("#222222").text(text, { lineGap: 3 }).moveDown(0.9);
  }
  pdf.font("text").fontSize(9).fillColor("#555555");
  const [x, y, , height] = places.signature;
  pdf.text("Unterschrift", x, y + height + 6, { lineBreak: false });
  pdf.text("Ort", places.place[0], y + height + 6, { lineBreak: false });
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}
