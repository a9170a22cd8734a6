/** The head of a report: letterhead, title, and what can be told in a line each. */
import { drawRosette } from "./draw-rosette.ts";
import { block, type Canvas, draw, makeRoom, paper, rule, styles, write, writeOn } from "./report-canvas.ts";
import type { ReportContent, ReportedSigner } from "./report-content.ts";
import { addElement } from "./report-tags.ts";
import { type ReportTexts, reportMoment } from "./report-texts.ts";
import type { TextStyle } from "./set-text.ts";

/** Draws whose report it is and on what. */
export function drawLetterhead(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const { colour, organisation } = content.brand;
  rule(canvas, { x: block.left, y: 60, width: block.width, colour, thickness: 2 });
  rule(canvas, { x: block.left, y: 63, width: block.width, colour, thickness: 0.5 });
  const pictured = content.documents.find(({ isSigned }) => isSigned) ?? content.documents[0];
  // It repeats a digest that stands below.
  canvas.tags.leaveOut(() =>
    drawRosette(canvas, pictured?.revisions[0]?.sha256 ?? content.chainHead, {
      x: block.right - 102,
      y: 84,
      size: 100,
      colour,
    }),
  );
  const serif = { face: "serif" } as const;
  const lines = [
    { text: organisation, style: styles.heading, tag: "P", after: 4 },
    { text: texts.title, style: { ...serif, size: 23, colour: paper.ink }, tag: "H1", after: 4 },
    { text: content.workflow.name, style: { ...serif, size: 12, colour: paper.muted }, tag: "P", after: 0 },
  ] as const;
  let y = 104;
  for (const { text, style, tag, after } of lines)
    y += write(canvas, text, { x: block.left, y, width: block.width - 120, style, tag }) + after;
  canvas.y = Math.max(y, 186) + 22;
}

/** Draws state, people and numbers in two columns, and why it was refused. */
export function drawSummary(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const { workflow } = content;
  // A title in a script that no font has may take most of the page.
  makeRoom(canvas, 100);
  const half = block.width / 2 - 10;
  for (const pair of summaryRows(content, texts)) {
    const heights = pair.map(({ name, value, style = styles.body }, i) => {
      const [x, y] = [block.left + i * (half + 20), canvas.y + 5];
      return canvas.tags.mark(addElement(canvas.tags.root, "P"), () => {
        draw(canvas, name, { x, y, width: 76, style: styles.muted, isLast: false });
        return draw(canvas, value, { x: x + 78, y, width: half - 78, style });
      });
    });
    canvas.y += Math.max(21, ...heights.map((height) => height + 11));
    for (const i of pair.keys())
      rule(canvas, {
        x: block.left + i * (half + 20),
        y: canvas.y,
        width: half,
        colour: paper.line,
        thickness: 0.6,
      });
  }
  for (const text of aboutRefusal(workflow, texts)) {
    canvas.y += 8;
    writeOn(canvas, text, { width: block.width, style: styles.body });
  }
}

type Summary = { readonly name: string; readonly value: string; readonly style?: TextStyle };

function summaryRows(content: ReportContent, texts: ReportTexts): ReadonlyArray<readonly Summary[]> {
  const { workflow, documents } = content;
  const moment = (at: Date | null) => (at === null ? "–" : reportMoment(at, content));
  const toSign = documents.filter(({ isSigned }) => isSigned).length;
  return [
    [
      { name: texts.workflow, value: workflow.id, style: { ...styles.mono, size: 7.5 } },
      { name: texts.state, value: texts.states[workflow.state] },
    ],
    [
      { name: texts.sender, value: `${workflow.sender.name}\n${workflow.sender.email}` },
      { name: texts.documents, value: texts.counts(toSign, documents.length - toSign) },
    ],
    [
      { name: texts.started, value: moment(workflow.startedAt) },
      { name: texts.ended, value: moment(workflow.endedAt) },
    ],
    [
      { name: texts.signatures, value: countText(content.signers, texts) },
      { name: texts.zone, value: content.zone },
    ],
  ];
}

function aboutRefusal({ refusal, keepsReason }: ReportContent["workflow"], texts: ReportTexts): readonly string[] {
  if (keepsReason) return [texts.reasonKept];
  return refusal === null ? [] : [`${texts.refusal}: ${refusal}`];
}

function countText(signers: readonly ReportedSigner[], texts: ReportTexts): string {
  const signed = signers.filter((signer) => signer.signature !== null);
  const perLevel = new Map<ReportedSigner["level"], number>();
  for (const { level } of signed) perLevel.set(level, (perLevel.get(level) ?? 0) + 1);
  const detail = [...perLevel].map(([level, count]) => texts.counted[level](count)).join(", ");
  return signed.length === 0 ? `0 / ${signers.length}` : `${signed.length} / ${signers.length} (${detail})`;
}
