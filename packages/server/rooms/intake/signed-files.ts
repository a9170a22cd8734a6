/**
 * What the signatures of a sent file leave open (ISO 32000-2 §12.8.2). Whatever we append has to leave every signature in the
 * file as valid as it was.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import { certificationLevel } from "@siegel/kernel/forms/certification.ts";
import { type PermittedLevel, signatureLocks } from "@siegel/kernel/forms/field-locks.ts";
import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import type { FormField } from "@siegel/kernel/forms/form-fields.ts";
import { holdsTwoThings } from "@siegel/kernel/forms/one-value.ts";
import { leadsTwoWays } from "@siegel/kernel/forms/one-way-up.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { removeActiveContent } from "./active-content.ts";
import { drawAlike } from "./draw-alike.ts";
import { isDrawnAnew } from "./drawn-anew.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { hidesLayers } from "./layers.ts";
import type { Surplus } from "./leave-out-surplus.ts";
import { loneFields } from "./lone-fields.ts";
import { leaveOneLook } from "./one-look.ts";
import { differingAnnotations } from "./paper-and-screen.ts";
import { isPortfolio } from "./portfolio.ts";
import { looksDifferent } from "./unpictured.ts";

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
  readonly surplus: Surplus;
};

/** A signed file only gets what its signers' viewers accept as signing: signature fields. Answers what the sender is told. */
export function keepSigned(doc: PdfDocument, pages: readonly Page[], sent: Sent): string[] {
  const { signers, existing, constraints, surplus } = sent;
  if (removeActiveContent(beginUpdate(doc), pages))
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", "scripts or launch actions in a signed file");
  if (isPortfolio(doc)) throw new PdfRefusal("FILE_ACTIVE_CONTENT", "a portfolio in a signed file");
  const differing = differingAnnotations(doc, pages);
  if (hidesLayers(doc, pages)) throw new PdfRefusal("FILE_ACTIVE_CONTENT", "hidden layers in a signed file");
  if (differing.paperOnly) throw new PdfRefusal("FILE_ACTIVE_CONTENT", "annotations for paper only in a signed file");
  if (looksDifferent(doc, pages) || isDrawnAnew(doc, pages))
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", "annotations that programs draw differently in a signed file");
  const mended = beginUpdate(doc);
  if (drawAlike(mended, pages) || leaveOneLook(mended, pages) || surplus.size > 0)
    throw new PdfRefusal(
      "FILE_ACTIVE_CONTENT",
      "colours, pages or appearances that programs show differently in a signed file",
    );
  if (
    leadsTwoWays(mended) ||
    holdsTwoThings(mended, [...readFields(mended), ...loneFields(mended, pages)], field_value_chars_max)
  )
    throw new PdfRefusal("FIELD_VALUE_INVALID", "a form field that programs read differently in a signed file");
  refuseLocked(signers, constraints);
  if (constraints.level === undefined) refuseTexts(signers);
  else refuseToFillIn(signers, constraints.level);
  const left = signers.filter(({ reference }) =>
    existing.some(({ name, kind }) => kind !== "signature" && isOwnField(name, reference)),
  );
  const several = signers.filter(({ fields }) => constraints.level === undefined && fields.length > 1);
  return [
    kindOfNotice(doc, constraints),
    ...several.map(
      ({ reference }) =>
        `The signature of ${reference} shows at its first place only, because the file is signed already.`,
    ),
    ...(differing.screenOnly ? ["Some annotations of the signed file show on screen only and are not printed."] : []),
    ...left.map(
      ({ reference }) => `Form fields of ${reference} cannot be filled in, because the file is signed already.`,
    ),
  ];
}

function kindOfNotice(doc: PdfDocument, { level }: Constraints): string {
  if (level === undefined) return "The file is signed already. Its signatures stay as they are.";
  return certificationLevel(doc) === undefined
    ? "The file is signed already, and a signature in it lets nothing visible be added. The signatures added to it are invisible."
    : "The file is certified. Its certification stays valid, and the signatures added to it are invisible.";
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
