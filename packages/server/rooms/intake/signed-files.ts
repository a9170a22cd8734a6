/**
 * What the signatures of a sent file leave open (ISO 32000-2 §12.8.2). What we append has to leave every signature in the file as valid as
 * it was.
 */

import { isOwnField } from "@siegel/contract/field-ownership.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import { certificationLevel } from "@siegel/kernel/forms/certification.ts";
import { type PermittedLevel, signatureLocks } from "@siegel/kernel/forms/field-locks.ts";
import type { FormField } from "@siegel/kernel/forms/form-fields.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { removeActiveContent } from "./active-content.ts";
import { earlierSignatures, type NoticeKey, noticeOf } from "./intake-notices.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { hidesLayers } from "./layers.ts";
import { hasOutsideParts } from "./outside-parts.ts";
import { isPortfolio } from "./portfolio.ts";
import { hasXfa } from "./prepare-unsigned.ts";
import { refuseSignedScripts } from "./signed-scripts.ts";

/** What the signatures in a file permit. `level` is that of its certification, or of a lock on the whole document. */
export type Constraints = {
  readonly isSigned: boolean;
  readonly level: PermittedLevel | undefined;
  readonly isLocked: (fieldName: string) => boolean;
};

/** Reads them. @throws FILE_CERTIFIED for a file in which nothing may change */
export function constraintsOf(doc: PdfDocument, existing: readonly FormField[]): Constraints {
  const { level, lockedBy } = signatureLocks(doc);
  if (level === 1) throw new PdfRefusal("FILE_CERTIFIED", "a signature in it permits no change");
  const isSigned = level !== undefined || existing.some(({ signed }) => signed);
  return { isSigned, level, isLocked: (name) => lockedBy(name) !== undefined };
}

type Sent = {
  readonly signers: readonly IntakeSigner[];
  readonly existing: readonly FormField[];
  readonly constraints: Constraints;
  readonly language: Language;
};

/**
 * A signed file only gets what its signers' viewers accept as signing: signature fields. Nothing in it is mended; what a sender can act on
 * is told. @throws PdfRefusal FILE_SCRIPTS_SIGNED, FILE_CERTIFIED, and INVALID_REQUEST for a field that cannot be filled in any more
 */
export function keepSigned(doc: PdfDocument, pages: readonly Page[], sent: Sent): string[] {
  const { signers, existing, constraints, language } = sent;
  refuseSignedScripts(doc, pages);
  refuseLocked(signers, constraints);
  if (constraints.level === undefined) refuseTexts(signers);
  else refuseToFillIn(signers, constraints.level);
  const left = signers.filter(({ reference }) =>
    existing.some(({ name, kind }) => kind !== "signature" && isOwnField(name, reference)),
  );
  const several = signers.filter(({ fields }) => constraints.level === undefined && fields.length > 1);
  return [
    earlierSignatures(existing.filter(({ signed }) => signed).length, language),
    ...(constraints.level === undefined ? [] : [noticeOf(isCertified(doc) ? "certified" : "locked-visible", language)]),
    ...keptAsTheyAre(doc, pages).map((key) => noticeOf(key, language)),
    ...several.map(({ reference }) =>
      language === "de"
        ? `Die Unterschrift von ${reference} ist nur an der ersten Stelle zu sehen, weil die Datei schon unterschrieben ist.`
        : `The signature of ${reference} shows at its first place only, because the file is signed already.`,
    ),
    ...left.map(({ reference }) =>
      language === "de"
        ? `Die Formularfelder von ${reference} lassen sich nicht ausfüllen, weil die Datei schon unterschrieben ist.`
        : `Form fields of ${reference} cannot be filled in, because the file is signed already.`,
    ),
  ];
}

/** Whether the restriction comes from a certification, not from a lock of a signature. */
const isCertified = (doc: PdfDocument): boolean => certificationLevel(doc) !== undefined;

/** What would be mended in an unsigned file. */
function keptAsTheyAre(doc: PdfDocument, pages: readonly Page[]): NoticeKey[] {
  const kept: NoticeKey[] = [];
  if (holdsActions(doc, pages)) kept.push("signed-actions");
  if (hasOutsideParts(doc, pages)) kept.push("signed-outside-parts");
  if (isPortfolio(doc)) kept.push("signed-portfolio");
  if (hidesLayers(doc, pages)) kept.push("signed-layers");
  if (hasXfa(doc)) kept.push("signed-xfa");
  return kept;
}

/** Whether anything in it acts, also where it could not be taken out. */
function holdsActions(doc: PdfDocument, pages: readonly Page[]): boolean {
  try {
    return removeActiveContent(beginUpdate(doc), pages).length > 0;
  } catch (fault) {
    if (fault instanceof PdfRefusal && fault.code === "FILE_ACTIVE_CONTENT") return true;
    throw fault;
  }
}

/** A lock on all fields, or on all but some, is on new ones too: pyHanko calls a field added after it an illegal modification. */
function refuseLocked(signers: readonly IntakeSigner[], { isLocked }: Constraints): void {
  if (signers.some(({ signerId }) => isLocked(signatureFieldName(signerId))))
    throw new PdfRefusal("FILE_CERTIFIED", "a signature in it locks all fields, those of further signatures too");
}

function refuseTexts(signers: readonly IntakeSigner[]): void {
  const withText = signers.find(({ fields }) => fields.some(({ kind }) => kind !== "signature"));
  if (withText === undefined) return;
  const why = `the file is signed already: ${withText.reference} can only get a signature field in it`;
  throw new PdfRefusal("INVALID_REQUEST", why);
}

/**
 * Readers take a new field that shows for a change of what was certified, or locked as a whole (pyHanko does), an invisible one for
 * signing: a place that was sent for a signature stays empty, and the sender is told.
 */
function refuseToFillIn(signers: readonly IntakeSigner[], level: PermittedLevel): void {
  const filling = signers.find(({ fields }) => fields.some(({ kind }) => kind !== "signature"));
  if (filling === undefined) return;
  const why = `certified at level ${level}: ${filling.reference} can only sign in it, without fields to fill in`;
  throw new PdfRefusal("FILE_CERTIFIED", why);
}
