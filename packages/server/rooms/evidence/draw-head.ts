/** The head of a report: whose it is, what happened in one sentence, and what can be told in a line each. */
import { drawRosette } from "./draw-rosette.ts";
import { block, type Canvas, draw, makeRoom, paper, rule, styles, write, writeOn } from "./report-canvas.ts";
import { actsOf, farOf, type ReportContent } from "./report-content.ts";
import { addElement } from "./report-tags.ts";
import { type ReportTexts, reportMoment, sentenceMoment } from "./report-texts.ts";
import type { TextStyle } from "./set-text.ts";

/** What stands beside the rosette is so wide. */
const beside = block.width - 120;

/** Draws whose report it is, and the sentence that says what happened. */
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
  canvas.y = 88;
  canvas.y += write(canvas, organisation, {
    x: block.left,
    y: canvas.y,
    width: beside,
    style: styles.heading,
    tag: "P",
  });
  const title = { face: "serif", size: 23, colour: paper.ink } as const;
  canvas.y +=
    write(canvas, texts.title, { x: block.left, y: canvas.y + 2, width: beside, style: title, tag: "H1" }) + 10;
  writeOn(canvas, headline(content, texts), { width: beside, style: styles.lead, ours: true });
  const far = farOf(content);
  if (content.workflow.state !== "FINISHED" && content.workflow.state !== "OPEN" && far.total > 1) {
    canvas.y += 5;
    writeOn(canvas, texts.before(far), { width: beside, style: styles.body });
  }
  // The rosette stands beside it on the first page only.
  canvas.y = canvas.doc.bufferedPageRange().count > 1 ? canvas.y + 18 : Math.max(canvas.y, 184) + 18;
}

/** What happened, in one sentence. */
function headline(content: ReportContent, { headlines }: ReportTexts): string {
  const { workflow, signers, madeAt } = content;
  const { name: title, sender } = workflow;
  const quoted = { title, at: sentenceMoment(workflow.endedAt ?? madeAt, content) };
  const far = farOf(content);
  switch (workflow.state) {
    case "FINISHED": {
      const [only] = signers;
      return signers.length === 1 && only !== undefined
        ? headlines.one(only.name, actsOf(signers), quoted)
        : headlines.all(far, quoted);
    }
    case "REVOKED":
      return headlines.refused(signers.find(({ declinedAt }) => declinedAt !== null)?.name ?? "–", quoted);
    case "CANCELLED":
      return headlines.cancelled(sender.name, quoted);
    case "EXPIRED":
      return headlines.expired(quoted);
    case "OPEN":
      return headlines.open(far, quoted);
  }
}

/** Draws who sent it and when in two columns, and why it was declined. */
export function drawSummary(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  // A title in a script that no font has may take most of the page.
  makeRoom(canvas, 100);
  for (const pair of summaryRows(content, texts)) {
    const placed = pair.map((item, i) => ({ ...item, ...columns[i === 0 ? 0 : 1] }));
    const heights = placed.map(({ name, value, style = styles.body, x, width, label }) =>
      canvas.tags.mark(addElement(canvas.tags.root, "P"), () => {
        const y = canvas.y + 5;
        draw(canvas, name, { x, y, width: label, style: styles.muted, isLast: false });
        return draw(canvas, value, { x: x + label, y, width: width - label, style });
      }),
    );
    canvas.y += Math.max(21, ...heights.map((height) => height + 11));
    for (const { x, width } of placed) rule(canvas, { x, y: canvas.y, width, colour: paper.line, thickness: 0.6 });
  }
  for (const text of aboutRefusal(content.workflow, texts)) {
    canvas.y += 6;
    writeOn(canvas, text, { width: block.width, style: styles.muted, ours: true });
  }
}

/** The columns of the summary: the left has room for an address, the right for a moment to the second. */
const columns = [
  { x: block.left, width: 245, label: 78 },
  { x: block.left + 261, width: 210, label: 88 },
] as const;

type Summary = { readonly name: string; readonly value: string; readonly style?: TextStyle };

function summaryRows(content: ReportContent, texts: ReportTexts): ReadonlyArray<readonly Summary[]> {
  const { workflow, madeAt } = content;
  return [
    [
      { name: texts.sender, value: `${workflow.sender.name}\n${workflow.sender.email}` },
      { name: texts.started, value: reportMoment(workflow.startedAt, content) },
    ],
    [
      { name: texts.workflow, value: workflow.id, style: { ...styles.mono, size: 7 } },
      { name: texts.endings[workflow.state], value: reportMoment(workflow.endedAt ?? madeAt, content) },
    ],
  ];
}

function aboutRefusal({ refusal, keepsReason }: ReportContent["workflow"], texts: ReportTexts): readonly string[] {
  if (keepsReason) return [texts.reasonKept];
  return refusal === null ? [] : [`${texts.refusal}: ${refusal}`];
}
