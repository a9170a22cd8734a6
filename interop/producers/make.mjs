// Files as programs written in JavaScript make them: `make.mjs FOLDER` writes a PDF for each.

import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsPDF } from "jspdf";
import { degrees, PDFDocument, rgb } from "pdf-lib";
import PdfKit from "pdfkit";

const folder = process.argv[2];

const made = await PDFDocument.create();
const page = made.addPage([595, 842]);
page.drawText("Rent: 1,234.50 EUR", { x: 72, y: 760, rotate: degrees(3), color: rgb(0.1, 0.4, 0.4), opacity: 0.8 });
page.drawEllipse({ x: 200, y: 500, xScale: 80, yScale: 50, color: rgb(1, 0.9, 0.4), opacity: 0.5 });
const form = made.getForm();
form.createTextField("name").addToPage(page, { x: 72, y: 400, width: 200, height: 20 });
form.getTextField("name").setText("Ada Berg");
form.createCheckBox("agree").addToPage(page, { x: 72, y: 360, width: 15, height: 15 });
form.getCheckBox("agree").check();
const tariff = form.createDropdown("tariff");
tariff.setOptions(["A", "B"]);
tariff.select("B");
tariff.addToPage(page, { x: 72, y: 320, width: 100, height: 20 });
const list = form.createOptionList("list");
list.setOptions(["A", "B", "C"]);
list.select("C");
list.addToPage(page, { x: 72, y: 220, width: 100, height: 60 });
writeFileSync(join(folder, "pdf-lib.pdf"), await made.save());

const kit = new PdfKit({ pdfVersion: "1.7", tagged: true, lang: "de" });
const stream = kit.pipe(createWriteStream(join(folder, "pdfkit.pdf")));
const gradient = kit.linearGradient(72, 100, 400, 200);
gradient.stop(0, "red", 0.9).stop(1, "blue", 0.1);
kit.rect(72, 100, 328, 100).fill(gradient);
kit.fillColor("black").text("Miete: 1.234,50 €", 72, 240, { link: "https://example.org", underline: true });
kit.highlight(72, 240, 100, 14).note(300, 240, 20, 20, "a note");
kit.initForm();
kit.formText("name", 72, 300, 200, 20, { value: "Ada" });
kit.end();
await once(stream, "finish");

const js = new jsPDF();
js.text("Rent: 1,234.50 EUR", 20, 20);
js.setGState(new js.GState({ opacity: 0.4 }));
js.setFillColor(30, 101, 105);
js.circle(60, 80, 20, "F");
js.autoPrint();
writeFileSync(join(folder, "jspdf.pdf"), Buffer.from(js.output("arraybuffer")));
