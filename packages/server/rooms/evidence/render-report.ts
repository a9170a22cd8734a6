/** Draws an audit report: a page that says what happened, the steps one by one, and an annex with everything that proves them. */
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { drawDocuments, drawVersions } from "./draw-documents.ts";
import { drawRecord, drawSteps } from "./draw-events.ts";
import { drawLetterhead, drawSummary } from "./draw-head.ts";
import { drawCertificates, drawPeople } from "./draw-people.ts";
import {
  block,
  type Canvas,
  closeCanvas,
  draw,
  freshPage,
  openCanvas,
  section,
  styles,
  writeOn,
} from "./report-canvas.ts";
import type { ReportContent } from "./report-content.ts";
import { type ReportTexts, reportTexts } from "./report-texts.ts";

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
  drawPeople(canvas, content, texts);
  drawDocuments(canvas, content, texts);
  canvas.y += 12;
  writeOn(canvas, texts.about(content.provider.name), { width: block.width, style: styles.small, ours: true });
  drawSteps(canvas, content, texts);
  drawAnnex(canvas, texts);
  drawCertificates(canvas, content, texts);
  await drawVersions(canvas, content, texts);
  drawRecord(canvas, content, texts);
  drawNotes(canvas, content, texts);
  drawFeet(canvas, content, texts);
  return await closeCanvas(canvas);
}

function drawAnnex(canvas: Canvas, texts: ReportTexts): void {
  freshPage(canvas);
  section(canvas, texts.annex);
}

function drawNotes(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.checking, "H3");
  for (const [text, style] of [
    [`${texts.chainHead}: ${content.chainHead}`, styles.mono],
    [`${texts.note} ${content.provider.anchorUrl}.`, styles.muted],
    [texts.masked, styles.muted],
    [texts.shownMeans, styles.muted],
  ] as const) {
    canvas.y += 3;
    writeOn(canvas, text, { width: block.width, style });
    canvas.y += 2;
  }
}

/** The maker of the report and the number of pages. They stand on every page and are not read aloud (ISO 14289-1 §7.8). */
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
