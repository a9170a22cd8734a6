/** What happened: step by step for people, and in the annex event by event with the chain that nothing can be taken out of. */

import { rangesOf } from "./plain-steps.ts";
import { block, type Canvas, freshPage, section, styles, writeOn } from "./report-canvas.ts";
import {
  actsOf,
  type ReportContent,
  type ReportedEvent,
  type ReportedStep,
  type ReportedView,
} from "./report-content.ts";
import { type Cell, cellOf, digestLines, drawRows } from "./report-table.ts";
import { type ReportTexts, reportMoment } from "./report-texts.ts";

/** Where a step took longer than this, its end is told too. */
const lasting_ms = 60_000;

/** Draws the steps, on a page of their own. */
export function drawSteps(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  freshPage(canvas);
  section(canvas, texts.steps);
  drawRows(canvas, {
    widths: [40, 126, 112, 193],
    headings: [texts.number, texts.time, texts.who, texts.what],
    rows: content.steps.map((step) => [
      cellOf(step.numbers, styles.muted),
      timeCell(step, content, texts),
      cellOf(step.who),
      stepCell(step, content, texts),
    ]),
  });
  canvas.y += 8;
  const until = texts.recordedUntil(reportMoment(content.madeAt, content));
  writeOn(canvas, until, { width: block.width, style: styles.small });
}

function timeCell({ at, until }: ReportedStep, content: ReportContent, texts: ReportTexts): Cell {
  const begun = reportMoment(at, content);
  if (until === null || until.getTime() - at.getTime() <= lasting_ms) return cellOf(begun);
  const [day = "", time] = reportMoment(until, content).split(", ");
  const ended = time !== undefined && begun.startsWith(day) ? time : reportMoment(until, content);
  return [...cellOf(begun), { text: texts.until(ended), style: styles.small }];
}

function stepCell({ what, documents, shown }: ReportedStep, { signers }: ReportContent, texts: ReportTexts): Cell {
  const notSigned = texts.shownOnly[actsOf(signers)];
  const about = [...namesOf(documents, texts), ...namesOf(shown, texts).map((names) => `${names} · ${notSigned}`)];
  return [...cellOf(what), ...about.map((text) => ({ text, style: styles.small }))];
}

/** One line for any number of documents: a single one has its name in it. */
function namesOf(documents: ReportedStep["documents"], texts: ReportTexts): readonly string[] {
  const [first, ...more] = documents;
  if (first === undefined) return [];
  if (more.length === 0) return [texts.document(first.number, first.name)];
  return [texts.several(rangesOf(documents.map(({ number }) => number)))];
}

/** Draws every event with its checksum. */
export function drawRecord(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.record, "H3");
  writeOn(canvas, texts.recordLead, { width: block.width, style: styles.small });
  canvas.y += 4;
  drawRows(canvas, {
    widths: [26, 118, 180, 147],
    headings: [texts.number, texts.time, texts.what, texts.chain],
    rows: content.events.map((event, i) => [
      cellOf(`${i + 1}`, styles.muted),
      cellOf(reportMoment(event.at, content), styles.small),
      eventCell(event, texts),
      digestLines(event.hash),
    ]),
  });
}

/** What happened, digests on lines of their own, by whom, and to which document. */
function eventCell({ who, what, document, viewed }: ReportedEvent, texts: ReportTexts): Cell {
  const told = what.split(/([0-9a-f]{64})/).flatMap((part, i) => {
    if (i % 2 === 1) return digestLines(part);
    const text = part.replace(/^[,.]? +| +$/g, "");
    return text === "" ? [] : cellOf(text);
  });
  const about =
    document === null ? [] : [{ text: texts.document(document.number, document.name), style: styles.small }];
  const by = { text: who, style: styles.small };
  return [...told, ...about, by, ...viewed.flatMap((view) => viewLines(view, texts))];
}

/** A document that lay before the signer: its name, with what it was shown, and the digest of that revision. */
function viewLines({ document, sha256, how }: ReportedView, texts: ReportTexts) {
  return [
    { text: texts.document(document.number, document.name), style: styles.small },
    { text: sha256 === null ? `${how}.` : `${how}. SHA-256:`, style: styles.small },
    ...(sha256 === null ? [] : digestLines(sha256)),
  ];
}
