/** The documents of the demo: a short lease, and what belongs to it, with room for each signer's signature. */
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

type Section = readonly [heading: string, text: string];

const lease: readonly Section[] = [
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
];

/** What is agreed when the keys change hands: part of the contract, and signed with it. */
const protocol: readonly Section[] = [
  ["Schlüssel", "Übergeben werden drei Wohnungsschlüssel, zwei Hausschlüssel und ein Briefkastenschlüssel."],
  ["Zählerstände", "Strom 004217 kWh, Wasser 0088,4 m³, Heizung 01932 Einheiten."],
  ["Zustand", "Die Wohnung ist besenrein. Wände und Böden sind ohne Mängel, das Küchenfenster ist neu eingestellt."],
];

/** What applies to everybody in the house: shown, and not signed. */
const houseRules: readonly Section[] = [
  ["Ruhe", "Von 13 bis 15 Uhr und von 22 bis 7 Uhr ist Ruhezeit, an Sonn- und Feiertagen den ganzen Tag."],
  ["Treppenhaus", "Treppenhaus und Fluchtwege bleiben frei. Fahrräder stehen im Keller oder im Hof."],
  ["Abfall", "Abfall wird getrennt. Sperrmüll meldet jede Partei selbst an und stellt ihn am Abend vorher heraus."],
];

/** What stands in the documents of the demo. */
const demoTexts = { lease, protocol, houseRules } as const;

/** What stands in its line of parties, and below the place where its signer signs or seals. */
const marks = {
  sign: { member: "dem unterzeichnenden Mitglied", caption: "Unterschrift" },
  seal: { member: "dem Mitglied", caption: "Siegel" },
} as const;

/** Makes the PDF (A4, one page, German). */
export async function demoDocument(
  title: string,
  text: keyof typeof demoTexts = "lease",
  mark: keyof typeof marks = "sign",
): Promise<Uint8Array> {
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
    .text(`zwischen der Hafenwerk Wohnungsgenossenschaft eG, Hamburg, und ${marks[mark].member}`)
    .moveDown(1.4);
  for (const [heading, words] of demoTexts[text]) {
    pdf.font("bold").fontSize(11).fillColor("#111111").text(heading).moveDown(0.2);
    pdf.font("text").fontSize(10.5).fillColor("#222222").text(words, { lineGap: 3 }).moveDown(0.9);
  }
  if (text !== "houseRules") drawCaptions(pdf, marks[mark].caption, text === "lease");
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}

function drawCaptions(pdf: InstanceType<typeof PDFDocument>, caption: string, withPlace: boolean): void {
  pdf.font("text").fontSize(9).fillColor("#555555");
  const [x, y, , height] = places.signature;
  pdf.text(caption, x, y + height + 6, { lineBreak: false });
  if (withPlace) pdf.text("Ort", places.place[0], y + height + 6, { lineBreak: false });
}
