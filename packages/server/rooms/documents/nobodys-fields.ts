/**
 * Fields that belong to none of the signers: nobody fills them in here, and nobody may afterwards. Whoever signs saw them as
 * they are, so the signatures lock them too (ISO 32000-2 §12.8.2.4): changed later, they are no longer what was signed.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { withAncestors } from "@siegel/kernel/pdf/field-locks.ts";
import { fieldKind, readFields } from "@siegel/kernel/pdf/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { hasEmptyPart } from "./name-fields.ts";

/** So many names all signatures of a document repeat together; the first of its signers locks all, whatever their number. */
const namesMax = 10_000;

/** What each signer's signature locks besides their own fields: all of nobody's, as long as there is room. */
export function nobodysFields(update: PdfUpdate, signers: readonly IntakeSigner[]): (readonly string[])[] {
  const names = namesOfNobody(update, signers);
  // Every signer of a finished workflow has signed: one lock is enough, the others last longer than that signature.
  const locking = names.length === 0 ? 0 : Math.max(1, Math.floor(namesMax / names.length));
  return signers.map((_, i) => (i < locking ? names : []));
}

/** The names that cover all of nobody's fields, and no other. Signature fields stay open: whoever signs there says who they are. */
function namesOfNobody(update: PdfUpdate, signers: readonly IntakeSigner[]): string[] {
  const fields = readFields(update).map((field) => ({
    name: field.name,
    isOpen:
      fieldKind(update, field) === "signature" || signers.some(({ signerId }) => isOwnField(field.name, signerId)),
  }));
  // Before anybody has signed they are named (`nameFields`).
  const unreadable = fields.find(({ name, isOpen }) => !isOpen && name !== "" && hasEmptyPart(name));
  if (unreadable) throw new PdfRefusal("FIELD_VALUE_INVALID", `a field's name has an empty part: ${unreadable.name}`);
  const leadsToOpen = new Set(fields.flatMap(({ name, isOpen }) => (isOpen ? withAncestors(name) : [])));
  const names = fields.flatMap(({ name, isOpen }) =>
    isOpen || name === "" ? [] : (withAncestors(name).find((path) => !leadsToOpen.has(path)) ?? []),
  );
  return [...new Set(names)];
}
