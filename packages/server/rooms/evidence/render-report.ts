/** Draws an audit report: one A4 letter with documents, signers and the chain of events. */
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { drawRosette } from "./draw-rosette.ts";
import {
  block,
  type Canvas,
  type Cell,
  closeCanvas,
  makeRoom,
  openCanvas,
  paper,
  rule,
  styles,
  table,
  write,
  writeOn,
} from "./report-canvas.ts";
import type { ReportContent, ReportedDocument, ReportedSigner } from "./report-content.ts";
import { momentText, type ReportTexts, reportTexts } from "./report-texts.ts";
import type { TextStyle } from "./set-text.ts";

/** The report as PDF bytes, not yet sealed. The same content gives the same page. */
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
  drawDocuments(canvas, content, texts);
  drawSigners(canvas, content, texts);
  drawEvents(canvas, content, texts);
  drawNote(canvas, content, texts);
  drawFeet(canvas, content, texts);
  return await closeCanvas(canvas);
}

const line = (text: string, style: TextStyle = styles.body): Cell => [{ text, style }];

function drawLetterhead(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const { colour, organisation } = content.brand;
  rule(canvas, { x: block.left, y: 60, width: block.width, colour, thickness: 2 });
  rule(canvas, { x: block.left, y: 63, width: block.width, colour, thickness: 0.5 });
  const pictured = content.documents.find(({ isSigned }) => isSigned) ?? content.documents[0];
  drawRosette(canvas, pictured?.originalSha256 ?? content.chainHead, {
    x: block.right - 102,
    y: 84,
    size: 100,
    colour,
  });
  const width = block.width - 120;
  let y = 104;
  y += write(canvas, organisation, { x: block.left, y, width, style: styles.heading }) + 4;
  y +=
    write(canvas, texts.title, { x: block.left, y, width, style: { face: "serif", size: 23, colour: paper.ink } }) + 4;
  y += write(canvas, content.workflow.name, {
    x: block.left,
    y,
    width,
    style: { face: "serif", size: 12, colour: paper.muted },
  });
  canvas.y = Math.max(y, 186) + 22;
}

function drawSummary(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const { workflow } = content;
  // A title in a script that no font has may take most of the page.
  makeRoom(canvas, 80);
  const moment = (at: Date | null) => (at === null ? "–" : momentText(at, content.language, content.zone));
  const rows: Array<[string, string, string, string]> = [
    [texts.workflow, workflow.id, texts.state, texts.states[workflow.state]],
    [texts.started, moment(workflow.startedAt), texts.finished, moment(workflow.finishedAt)],
    [texts.documents, String(content.documents.length), texts.signatures, countText(content.signers, texts)],
  ];
  const half = block.width / 2 - 10;
  for (const [nameLeft, left, nameRight, right] of rows) {
    const style = left === workflow.id ? { ...styles.mono, size: 7.5 } : styles.body;
    const starts = [block.left, block.left + half + 20] as const;
    const heights = (
      [
        [starts[0], nameLeft, left, style],
        [starts[1], nameRight, right, styles.body],
      ] as const
    ).map(([x, name, value, face]) => {
      write(canvas, name, { x, y: canvas.y + 5, width: 76, style: styles.muted });
      return write(canvas, value, { x: x + 78, y: canvas.y + 5, width: half - 78, style: face });
    });
    canvas.y += Math.max(21, ...heights.map((height) => height + 11));
    for (const x of starts) rule(canvas, { x, y: canvas.y, width: half, colour: paper.line, thickness: 0.6 });
  }
  if (workflow.refusal !== null) {
    canvas.y += 8;
    const at = { x: block.left, width: block.width, style: styles.body };
    writeOn(canvas, `${texts.refusal}: ${workflow.refusal}`, at);
  }
}

function countText(signers: readonly ReportedSigner[], texts: ReportTexts): string {
  const signed = signers.filter((signer) => signer.signature !== null);
  const perLevel = new Map<ReportedSigner["level"], number>();
  for (const { level } of signed) perLevel.set(level, (perLevel.get(level) ?? 0) + 1);
  const detail = [...perLevel].map(([level, count]) => texts.counted[level](count)).join(", ");
  return signed.length === 0 ? `0 / ${signers.length}` : `${signed.length} / ${signers.length} (${detail})`;
}

function section(canvas: Canvas, title: string): void {
  // A heading with one row at the foot of a page reads as a leftover.
  makeRoom(canvas, 104);
  canvas.y += 20;
  canvas.y += write(canvas, title, { x: block.left, y: canvas.y, width: block.width, style: styles.heading }) + 3;
}

const digestLines = (sha256: string): Cell =>
  [0, 32].map((from) => ({ text: sha256.slice(from, from + 32), style: styles.mono }));

function drawDocuments(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.documents);
  const rows = content.documents.flatMap((document) => [
    [
      nameCell(document, texts),
      line(String(document.pages)),
      line(texts.original, styles.muted),
      digestLines(document.originalSha256),
    ],
    ...document.revisions.map((revision) => [
      line(""),
      line(""),
      [
        { text: `${texts.revision} ${revision.number}`, style: styles.body },
        { text: `${texts.of} ${revision.by}`, style: styles.small },
        { text: `${revision.size.toLocaleString(content.language)} ${texts.bytes}`, style: styles.small },
      ],
      digestLines(revision.sha256),
    ]),
  ]);
  table(
    canvas,
    [
      { width: 150, heading: texts.name },
      { width: 40, heading: texts.pages },
      { width: 136, heading: texts.revision },
      { width: 145, heading: "SHA-256" },
    ],
    rows,
  );
}

function nameCell({ name, attachmentOf, isSigned }: ReportedDocument, texts: ReportTexts): Cell {
  return [
    { text: name, style: styles.strong },
    ...(attachmentOf === null ? [] : [{ text: texts.attachmentOf(attachmentOf), style: styles.small }]),
    ...(isSigned ? [] : [{ text: texts.shownOnly, style: styles.small }]),
  ];
}

function drawSigners(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.signatories);
  const rows = content.signers.map((signer) => [
    [
      { text: signer.name, style: styles.strong },
      { text: signer.email, style: styles.body },
      ...(signer.organisation === null ? [] : [{ text: signer.organisation, style: styles.small }]),
    ],
    line(texts.levels[signer.level]),
    releaseCell(signer, texts),
    signedCell(signer, content, texts),
  ]);
  table(
    canvas,
    [
      { width: 112, heading: texts.name },
      { width: 80, heading: texts.level },
      { width: 146, heading: texts.identified },
      { width: 133, heading: texts.signedAt },
    ],
    rows,
  );
}

function releaseCell(signer: ReportedSigner, texts: ReportTexts): Cell {
  const { signature } = signer;
  if (signature === null) return line("–", styles.muted);
  const phone = signature.maskedPhone;
  const released = phone === null ? texts.link : signature.channel === "voice" ? texts.voice(phone) : texts.sms(phone);
  return [
    { text: released, style: styles.body },
    { text: `${texts.certificate}: ${signature.certificateHolder}`, style: styles.small },
    { text: signature.certificateSerial, style: styles.mono },
  ];
}

function signedCell(signer: ReportedSigner, content: ReportContent, texts: ReportTexts): Cell {
  const { signature } = signer;
  if (signature === null) return line(texts.notSigned, styles.muted);
  return [
    { text: momentText(signature.signedAt, content.language, content.zone), style: styles.body },
    {
      text: `${texts.timestamp}: ${momentText(signature.timestampAt, content.language, content.zone)}`,
      style: styles.small,
    },
    { text: `${texts.reference} ${signature.reference}`, style: styles.small },
  ];
}

function drawEvents(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.events);
  const rows = content.events.map((event) => [
    line(momentText(event.at, content.language, content.zone)),
    line(event.who),
    line(event.what),
    line(`${event.hash.slice(0, 4)} … ${event.hash.slice(-2)}`, { ...styles.mono, size: 7 }),
  ]);
  table(
    canvas,
    [
      { width: 128, heading: texts.time },
      { width: 98, heading: texts.who },
      { width: 194, heading: texts.what },
      { width: 51, heading: texts.chain },
    ],
    rows,
  );
}

function drawNote(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  makeRoom(canvas, 76);
  canvas.y += 14;
  for (const [text, style] of [
    [`${texts.chainHead}: ${content.chainHead}`, styles.mono],
    [`${texts.made}: ${momentText(content.madeAt, content.language, content.zone)}`, styles.small],
    [`${texts.note} ${content.provider.anchorUrl}.`, styles.muted],
  ] as const) {
    canvas.y += write(canvas, text, { x: block.left, y: canvas.y, width: block.width - 40, style }) + 5;
  }
}

function drawFeet(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const { start, count } = canvas.doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    canvas.doc.switchToPage(start + page);
    write(canvas, `${content.provider.name} · ${texts.sealed}`, {
      x: block.left,
      y: 790,
      width: 330,
      style: styles.small,
    });
    write(canvas, texts.page(page + 1, count), {
      x: block.right - 120,
      y: 790,
      width: 120,
      style: styles.small,
      align: "right",
    });
  }
}
