/** The documents of a report: each with its versions, who signed them when, and what a file at hand is compared with. */
import { setImmediate as turn } from "node:timers/promises";
import type { EmbeddedFile } from "@siegel/contract/calls/files.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { block, type Canvas, draw, makeRoom, paper, rule, section, styles, writeOn } from "./report-canvas.ts";
import { actsOf, type ReportContent, type ReportedDocument, type ReportedRevision } from "./report-content.ts";
import { type Cell, cellOf, drawRows } from "./report-table.ts";
import { addElement } from "./report-tags.ts";
import { type ReportTexts, reportMoment } from "./report-texts.ts";

/** A digest on one line, to be searched for and compared whole. */
const digestWidth = 267;
/** Where names begin beside their numbers. */
const indent = 18;

/** Draws which documents there are, and what became of each. */
export function drawDocuments(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.documents);
  drawRows(canvas, {
    widths: [30, 244, 47, 150],
    headings: [texts.number, texts.name, texts.pagesHeading, texts.outcome],
    rows: content.documents.map((document, i) => [
      cellOf(`${i + 1}`, styles.muted),
      nameCell(document, texts),
      cellOf(`${document.pages}`),
      outcomeCell(document, content, texts),
    ]),
  });
}

const nameCell = ({ name, attachmentOf }: ReportedDocument, texts: ReportTexts): Cell => [
  { text: name, style: styles.body },
  ...(attachmentOf === null ? [] : [{ text: texts.attachmentOf(attachmentOf), style: styles.small }]),
];

function outcomeCell(document: ReportedDocument, content: ReportContent, texts: ReportTexts): Cell {
  const { isSigned, earlierSignatures } = document;
  return [
    {
      text: isSigned ? texts.outcomeOf(farOn(document, content)) : texts.shownOnly[actsOf(content.signers)],
      style: styles.body,
    },
    ...(earlierSignatures === 0 ? [] : [{ text: texts.earlierShort(earlierSignatures), style: styles.small }]),
  ];
}

/** How many of those who were asked signed a document. */
const farOn = ({ revisions }: ReportedDocument, { signers }: ReportContent) => ({
  signed: revisions.filter(({ kind }) => kind === "signature").length,
  total: signers.length,
  acts: actsOf(signers),
});

/** Draws the versions of all documents in their order, and lets others have their turn between two of them. */
export async function drawVersions(canvas: Canvas, content: ReportContent, texts: ReportTexts): Promise<void> {
  section(canvas, texts.versionsHeading, "H3");
  writeOn(canvas, texts.versions, { width: block.width, style: styles.small });
  for (const [i, document] of content.documents.entries()) {
    await turn();
    // A name alone at the foot of a page reads as a leftover.
    makeRoom(canvas, 84);
    canvas.y += 10;
    drawName(canvas, document, i + 1);
    canvas.y += 1.5;
    const about = { x: block.left + indent, width: block.width - indent, style: styles.small };
    writeOn(canvas, aboutDocument(document, content, texts), about);
    canvas.y += 4;
    rule(canvas, { x: block.left, y: canvas.y, width: block.width, colour: paper.rule, thickness: 0.8 });
    drawRows(canvas, {
      widths: [block.width - digestWidth, digestWidth],
      rows: [
        ...document.revisions.map((revision) => [
          versionCell(revision, { document, content, texts }),
          digestCell(revision, content, texts),
        ]),
        ...embeddedRows(document, content, texts),
      ],
      goesOn: texts.goesOn(document.name),
    });
  }
  await turn();
}

function drawName(canvas: Canvas, { name }: ReportedDocument, number: number): void {
  const heading = addElement(canvas.tags.root, "H4");
  const at = { x: block.left, y: canvas.y, width: indent, style: styles.muted, isLast: false };
  canvas.tags.mark(heading, () => draw(canvas, `${number}`, at));
  const place = { x: block.left + indent, width: block.width - indent, style: styles.strong };
  writeOn(canvas, name, { ...place, element: heading });
}

function aboutDocument(document: ReportedDocument, content: ReportContent, texts: ReportTexts): string {
  const { pages, attachmentOf, isSigned, earlierSignatures } = document;
  return [
    texts.pages(pages),
    ...(attachmentOf === null ? [] : [texts.attachmentOf(attachmentOf)]),
    isSigned ? texts.signed(farOn(document, content)) : texts.shownOnly[actsOf(content.signers)],
    ...(earlierSignatures === 0 ? [] : [texts.earlierSignatures(earlierSignatures)]),
  ].join(" · ");
}

type Within = { readonly document: ReportedDocument; readonly content: ReportContent; readonly texts: ReportTexts };

function versionCell(revision: ReportedRevision, { document, content, texts }: Within): Cell {
  switch (revision.kind) {
    case "original": {
      const isShown = !document.revisions.some(({ kind }) => kind === "intake");
      return [{ text: isShown ? texts.sentAndShown : texts.sent, style: styles.body }];
    }
    case "intake":
      return [
        { text: texts.shown, style: styles.body },
        { text: texts.preparedBy(revision.by), style: styles.small },
      ];
    case "signature":
      return [
        {
          text: isSealed(revision.reference, content) ? texts.sealedBy(revision.by) : texts.signedBy(revision.by),
          style: styles.body,
        },
        {
          text: `${texts.timestamp}: ${reportMoment(revision.timestampAt, content)}`,
          style: styles.small,
        },
        ...(revision.isFinal ? [{ text: texts.final, style: styles.small }] : []),
      ];
  }
}

/** The files within a document that are told, and how many there are beside them. */
function embeddedRows({ embedded }: ReportedDocument, content: ReportContent, texts: ReportTexts): Cell[][] {
  const rows = embedded.first.map((file) => embeddedCells(file, content, texts));
  const more = embedded.total - embedded.first.length;
  return more === 0 ? rows : [...rows, [[{ text: texts.embeddedMore(more), style: styles.small }], []]];
}

/** A file within the document: its name, and the digest of what a reader saves of it. */
function embeddedCells({ name, size, sha256 }: EmbeddedFile, { language }: ReportContent, texts: ReportTexts): Cell[] {
  const about = { text: texts.embedded, style: styles.small };
  return [
    [{ text: name === "" ? texts.unnamed : name, style: styles.body }, about],
    sha256 === null || size === null
      ? [{ text: texts.notUnpacked, style: styles.small }]
      : [
          { text: sha256, style: styles.mono },
          { text: `${size.toLocaleString(language)}\u00a0${texts.bytes}`, style: styles.small },
        ],
  ];
}

/** Whether the act of this reference is an organisation's seal. */
function isSealed(reference: string, { signers }: ReportContent): boolean {
  const level = signers.find(({ signature }) => signature?.reference === reference)?.level;
  return level !== undefined && isSeal(level);
}

function digestCell(revision: ReportedRevision, { language }: ReportContent, texts: ReportTexts): Cell {
  const size = `${revision.size.toLocaleString(language)}\u00a0${texts.bytes}`;
  const reference = revision.kind === "signature" ? `${texts.reference} ${revision.reference} · ` : "";
  return [
    { text: revision.sha256, style: styles.mono },
    { text: `${reference}${size}`, style: styles.small },
  ];
}
