/** Draws an audit report: one A4 letter with documents, signers and the chain of events. */
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { drawDocuments } from "./draw-documents.ts";
import { drawLetterhead, drawSummary } from "./draw-head.ts";
import { block, type Canvas, closeCanvas, draw, openCanvas, section, styles, writeOn } from "./report-canvas.ts";
import type { ReportContent, ReportedEvent, ReportedSigner, ReportedView } from "./report-content.ts";
import { type Cell, cellOf, digestLines, drawRows } from "./report-table.ts";
import { type ReportTexts, reportMoment, reportTexts } from "./report-texts.ts";

/** The report as PDF bytes, not yet sealed: PDF/A-2a and PDF/UA-1. The same content gives the same page. */
export async function renderReport(
  { shaper }: { readonly shaper: TextShapingPort },
  content: ReportContent,
): Promise<Uint8Array> {
  const texts = reportTexts[content.language];
  const canvas = openCanvas(shaper, {
    title: `${texts.title}: ${content.workflow.name}`,
    author: content.provider.name,
    language: content.language,
    at: content.madeAt,
  });
  drawLetterhead(canvas, content, texts);
  drawSummary(canvas, content, texts);
  await drawDocuments(canvas, content, texts);
  drawSigners(canvas, content, texts);
  drawEvents(canvas, content, texts);
  drawNotes(canvas, content, texts);
  drawFeet(canvas, content, texts);
  return await closeCanvas(canvas);
}

function drawSigners(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.signatories);
  const rows = content.signers.map((signer) => [
    [
      { text: signer.name, style: styles.strong },
      { text: signer.email, style: styles.body },
      ...(signer.organisation === null ? [] : [{ text: signer.organisation, style: styles.small }]),
    ],
    cellOf(texts.levels[signer.level]),
    releaseCell(signer, texts),
    signedCell(signer, content, texts),
  ]);
  drawRows(canvas, {
    widths: [112, 80, 146, 133],
    headings: [texts.name, texts.level, texts.identified, texts.signedAt],
    rows,
  });
  canvas.y += 6;
  for (const level of new Set(content.signers.map((signer) => signer.level))) {
    writeOn(canvas, texts.meanings[level], { width: block.width, style: styles.small });
    canvas.y += 2;
  }
}

function releaseCell({ signature }: ReportedSigner, texts: ReportTexts): Cell {
  if (signature === null) return cellOf("–", styles.muted);
  const phone = signature.maskedPhone;
  const released = phone === null ? texts.link : signature.channel === "voice" ? texts.voice(phone) : texts.sms(phone);
  return [
    { text: released, style: styles.body },
    { text: `${texts.certificate}: ${signature.certificateHolder}`, style: styles.small },
    { text: `${texts.issuer} ${signature.certificateIssuer}`, style: styles.small },
    { text: texts.serial, style: styles.small },
    { text: signature.certificateSerial, style: styles.mono },
  ];
}

function signedCell({ signature }: ReportedSigner, content: ReportContent, texts: ReportTexts): Cell {
  if (signature === null) return cellOf(texts.notSigned, styles.muted);
  const moment = (at: Date): string => reportMoment(at, content);
  return [
    { text: moment(signature.signedAt), style: styles.body },
    { text: `${texts.approvedAt}: ${moment(signature.approvedAt)}`, style: styles.small },
    { text: `${texts.reference} ${signature.reference}`, style: styles.small },
  ];
}

function drawEvents(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.events);
  const rows = content.events.map((event) => [
    cellOf(reportMoment(event.at, content)),
    cellOf(event.who),
    eventCell(event, texts),
    cellOf(`${event.hash.slice(0, 4)} … ${event.hash.slice(-2)}`, { ...styles.mono, size: 7 }),
  ]);
  drawRows(canvas, {
    widths: [136, 98, 186, 51],
    headings: [texts.time, texts.who, texts.what, texts.chain],
    rows,
  });
}

/** What happened, digests on lines of their own, and to which document. */
function eventCell({ what, document, viewed }: ReportedEvent, texts: ReportTexts): Cell {
  const told = what.split(/([0-9a-f]{64})/).flatMap((part, i) => {
    if (i % 2 === 1) return digestLines(part);
    const text = part.replace(/^[,.]? +| +$/g, "");
    return text === "" ? [] : cellOf(text);
  });
  const about =
    document === null ? [] : [{ text: texts.document(document.number, document.name), style: styles.small }];
  return [...told, ...about, ...viewed.flatMap((view) => viewLines(view, texts))];
}

/** A document that lay before the signer: its name, with what it was loaded, and the digest of that revision. */
function viewLines({ document, sha256, how }: ReportedView, texts: ReportTexts): Cell {
  return [
    { text: texts.document(document.number, document.name), style: styles.small },
    { text: sha256 === null ? `${how}.` : `${how}. SHA-256:`, style: styles.small },
    ...(sha256 === null ? [] : digestLines(sha256)),
  ];
}

function drawNotes(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.checking);
  const made = `${texts.made}: ${reportMoment(content.madeAt, content)}`;
  for (const [text, style] of [
    [`${texts.chainHead}: ${content.chainHead}`, styles.mono],
    [`${texts.note} ${content.provider.anchorUrl}.`, styles.muted],
    [texts.masked, styles.muted],
    [texts.loaded, styles.muted],
    [made, styles.small],
  ] as const) {
    canvas.y += 3;
    writeOn(canvas, text, { width: block.width, style });
    canvas.y += 2;
  }
}

/** Who made it and how many pages there are: said again on each, and read on none (ISO 14289-1 §7.8). */
function drawFeet(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const { start, count } = canvas.doc.bufferedPageRange();
  const foot = { y: 790, style: styles.small };
  for (let page = 0; page < count; page++) {
    canvas.doc.switchToPage(start + page);
    canvas.tags.leaveOut(() => {
      draw(canvas, `${content.provider.name} · ${texts.sealed}`, { ...foot, x: block.left, width: 330 });
      draw(canvas, texts.page(page + 1, count), { ...foot, x: block.right - 120, width: 120, align: "right" });
    });
  }
}
