/** The people of a report: what each of them did, and in the annex by what it can be proven. */
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { block, type Canvas, section, styles, writeOn } from "./report-canvas.ts";
import { actsOf, type ReportContent, type ReportedSignature, type ReportedSigner } from "./report-content.ts";
import { type Cell, cellOf, drawRows } from "./report-table.ts";
import { type ReportTexts, reportMoment } from "./report-texts.ts";

/** Draws who signed, how and when, each with the image in their signature. */
export function drawPeople(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  section(canvas, texts.people[actsOf(content.signers)]);
  const isPictured = content.signers.some(({ picture }) => picture !== null);
  const rows = content.signers.map((signer) => [
    ...(isPictured ? [pictureCell(signer, texts)] : []),
    personCell(signer),
    howCell(signer, content, texts),
    whenCell(signer, content, texts),
  ]);
  drawRows(canvas, {
    widths: isPictured ? [94, 128, 153, 96] : [156, 186, 129],
    headings: [...(isPictured ? [texts.picture] : []), texts.person, texts.how, texts.when],
    rows,
  });
}

const pictureCell = ({ picture, name }: ReportedSigner, texts: ReportTexts): Cell =>
  picture === null ? cellOf("–", styles.muted) : { picture, alt: texts.pictureOf(name) };

const personCell = ({ name, email, organisation }: ReportedSigner): Cell => [
  { text: name, style: styles.strong },
  { text: email, style: styles.body },
  ...(organisation === null ? [] : [{ text: organisation, style: styles.small }]),
];

function howCell(
  { signature, level, declinedAt }: ReportedSigner,
  { workflow }: ReportContent,
  texts: ReportTexts,
): Cell {
  if (declinedAt !== null) return cellOf(texts.declined, styles.strong);
  const act = isSeal(level) ? "seal" : "sign";
  if (signature === null) return cellOf(texts.missing[workflow.state === "OPEN" ? "open" : "ended"][act], styles.muted);
  return [
    { text: texts.levels[level], style: styles.body },
    { text: releaseText(signature, texts), style: styles.small },
  ];
}

function releaseText({ maskedPhone: phone, channel }: ReportedSignature, texts: ReportTexts): string {
  if (phone === null) return texts.link;
  return channel === "voice" ? texts.voice(phone) : texts.sms(phone);
}

function whenCell({ signature, declinedAt }: ReportedSigner, content: ReportContent, texts: ReportTexts): Cell {
  const at = declinedAt ?? signature?.signedAt ?? null;
  if (at === null) return cellOf("–", styles.muted);
  return [
    { text: reportMoment(at, content), style: styles.body },
    ...(signature === null ? [] : [{ text: `${texts.reference} ${signature.reference}`, style: styles.small }]),
  ];
}

/** Draws whose certificate stands in the files for whom, when it was confirmed, and what each kind is by law. */
export function drawCertificates(canvas: Canvas, content: ReportContent, texts: ReportTexts): void {
  const signed = content.signers.flatMap((signer) =>
    signer.signature === null ? [] : [{ signer, signature: signer.signature }],
  );
  if (signed.length === 0) return;
  section(canvas, texts.certificates[actsOf(content.signers)], "H3");
  drawRows(canvas, {
    widths: [120, 180, 171],
    headings: [texts.person, texts.certificate, texts.times],
    rows: signed.map(({ signer, signature }) => [
      [
        { text: signer.name, style: styles.strong },
        { text: texts.levels[signer.level], style: styles.small },
      ],
      [
        { text: signature.certificateHolder, style: styles.body },
        { text: `${texts.issuer} ${signature.certificateIssuer}`, style: styles.small },
        { text: texts.serial, style: styles.small },
        { text: signature.certificateSerial, style: styles.mono },
      ],
      [
        { text: `${texts.approvedAt}: ${reportMoment(signature.approvedAt, content)}`, style: styles.small },
        { text: `${texts.timestamp}: ${reportMoment(signature.signedAt, content)}`, style: styles.small },
        { text: `${texts.reference} ${signature.reference}`, style: styles.small },
      ],
    ]),
  });
  canvas.y += 6;
  for (const level of new Set(signed.map(({ signer }) => signer.level))) {
    writeOn(canvas, texts.meanings[level], { width: block.width, style: styles.small });
    canvas.y += 2;
  }
}
