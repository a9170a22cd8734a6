/**
 * A guilloche drawn from a fingerprint: the same digest gives the same figure, so people recognise a document.
 * It proves nothing; the digest stands beside it wherever it matters.
 */
import type { Canvas } from "./report-canvas.ts";

/** Radius and amplitude of the three bands on a figure of 200 units. */
const bands = [
  { radius: 88, amplitude: 8 },
  { radius: 66, amplitude: 11 },
  { radius: 44, amplitude: 9 },
] as const;
const POINTS = 144;

/** Draws the rosette of a hex digest into a square of `size` points whose corner is at `x`, `y`. */
export function drawRosette(
  canvas: Canvas,
  fingerprint: string,
  at: { x: number; y: number; size: number; colour: string },
): void {
  const bytes = Buffer.from(fingerprint, "hex");
  const { doc } = canvas;
  doc
    .save()
    .translate(at.x, at.y)
    .scale(at.size / 200)
    .lineWidth(0.45)
    .strokeColor(lighter(at.colour));
  bands.forEach((band, i) => {
    const lobes = 7 + ((bytes[i * 3] ?? 0) % 8);
    const copies = 9 + ((bytes[i + 10] ?? 0) % 4);
    const curve = {
      radius: band.radius,
      amplitude: band.amplitude + ((bytes[i * 3 + 1] ?? 0) % 6),
      lobes,
      overtone: 2 + ((bytes[i * 3 + 2] ?? 0) % 2),
    };
    const form = curveForm(doc, curve);
    doc.page.xobjects[`Band${i}`] = form;
    // Every copy is the same curve a little further round.
    for (let copy = 0; copy < copies; copy++)
      doc
        .save()
        .rotate((360 * copy) / lobes / copies, { origin: [100, 100] })
        .addContent(`/Band${i} Do`)
        .restore();
  });
  doc.restore();
  drawMark(doc, { x: at.x + at.size / 2, y: at.y + at.size / 2, radius: at.size / 20, colour: at.colour });
}

/** Three parts of a colour on one of white paper: ink that lets paper through has no place in PDF/A without a space to blend in. */
function lighter(colour: string): string {
  const parts = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(0.75 * part + 0.25 * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function drawMark(doc: PDFKit.PDFDocument, at: { x: number; y: number; radius: number; colour: string }): void {
  const unit = at.radius / 9;
  doc.save().translate(at.x, at.y).scale(unit).lineWidth(2).lineCap("round").lineJoin("round").strokeColor(at.colour);
  doc.circle(0, 0, 17).fill("#FFFFFF").circle(0, 0, 11).stroke();
  doc.moveTo(-4.5, 0.4).lineTo(-1.4, 3.5).lineTo(5, -3.3).stroke().restore();
}

/** A curve as a form that is drawn many times (ISO 32000-1 §8.10); colour and line come from where it is drawn. */
function curveForm(
  doc: PDFKit.PDFDocument,
  curve: { radius: number; amplitude: number; lobes: number; overtone: number },
): PDFKit.PDFKitReference {
  const path: string[] = [];
  for (let step = 0; step < POINTS; step++) {
    const angle = (2 * Math.PI * step) / POINTS;
    const wave = 0.72 * Math.sin(curve.lobes * angle) + 0.28 * Math.sin(curve.lobes * curve.overtone * angle);
    const r = curve.radius + curve.amplitude * wave;
    const x = (100 + r * Math.cos(angle)).toFixed(1);
    const y = (100 + r * Math.sin(angle)).toFixed(1);
    path.push(`${x} ${y} ${step === 0 ? "m" : "l"}`);
  }
  const form = doc.ref({ Type: "XObject", Subtype: "Form", BBox: [0, 0, 200, 200] });
  form.end(`${path.join(" ")} s`);
  return form;
}
