/**
 * Fields that belong to none of the signers: nobody fills them in here, and nobody may afterwards. Whoever signs saw them as
 * they are, so the signatures lock them too (ISO 32000-2 §12.8.2.4): changed later, they are no longer what was signed.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { withAncestors } from "@siegel/kernel/forms/field-locks.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/forms/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { type LoneField, loneFields } from "./lone-fields.ts";
import { hasEmptyPart } from "./name-fields.ts";

/** So many names all signatures of a document repeat together; the first of its signers locks all, whatever their number. */
const namesMax = 10_000;

/** What each signer's signature locks besides their own fields: all of nobody's, as long as there is room. */
export function nobodysFields(
  update: PdfUpdate,
  signers: readonly IntakeSigner[],
  pages: readonly Page[],
): (readonly string[])[] {
  const names = namesOfNobody(update, signers, loneFields(update, pages));
  // Every signer of a finished workflow has signed: one lock is enough, the others last longer than that signature.
  const locking = names.length === 0 ? 0 : Math.max(1, Math.floor(namesMax / names.length));
  return signers.map((_, i) => (i < locking ? names : []));
}

type Named = Pick<FieldNode, "name" | "path"> & { readonly isOpen: boolean; readonly isField: boolean };

/** The names that cover all of nobody's fields, and no other. Signature fields stay open: whoever signs there says who they are. */
function namesOfNobody(update: PdfUpdate, signers: readonly IntakeSigner[], lone: readonly LoneField[]): string[] {
  const fields: Named[] = readFields(update).map((field) => {
    const kind = fieldKind(update, field);
    const isOpen = kind === "signature" || signers.some(({ signerId }) => isOwnField(field.name, signerId));
    return { name: field.name, path: field.path, isOpen, isField: kind !== undefined };
  });
  const leadsToOpen = new Set(fields.flatMap(({ name, isOpen }) => (isOpen ? withAncestors(name) : [])));
  requireNames(fields, leadsToOpen);
  requireLoneNames(lone, fields, leadsToOpen);
  // Of nodes that there are: for readers that look for them, no other name covers anything.
  const names = fields.flatMap(({ name, path, isOpen }) =>
    isOpen || name === "" ? [] : (path.find((above) => !leadsToOpen.has(above)) ?? []),
  );
  // The form does not know these, and whoever fills them in may take them in with their names.
  return [...new Set([...names, ...lone.map(({ name }) => name)])];
}

/** Of a file that somebody has signed. @throws PdfRefusal FIELD_VALUE_INVALID for names that no lock can say, or that are others' too */
function requireLoneNames(
  lone: readonly LoneField[],
  fields: readonly Named[],
  leadsToOpen: ReadonlySet<string>,
): void {
  const names = new Set(fields.map(({ name }) => name));
  for (const { name } of lone) {
    if (hasEmptyPart(name)) throw unusable(`a field outside the form has no name, or an empty part in it: ${name}`);
    if (names.has(name) || leadsToOpen.has(name)) throw unusable(`two fields are called ${name}, one outside the form`);
  }
}

/** Before anybody has signed they are named (`nameFields`). @throws PdfRefusal FIELD_VALUE_INVALID */
function requireNames(fields: readonly Named[], leadsToOpen: ReadonlySet<string>): void {
  const nobodys = fields.filter(({ isOpen }) => !isOpen);
  const unreadable = nobodys.find(({ name, isField }) => hasEmptyPart(name) && (name !== "" || isField));
  if (unreadable?.name === "") throw unusable("a field has no name");
  if (unreadable) throw unusable(`a field's name has an empty part: ${unreadable.name}`);
  const times = new Map<string, number>();
  for (const { name } of fields) times.set(name, (times.get(name) ?? 0) + 1);
  // Where readers look for it part by part, they find the other one.
  const hidden = nobodys.find(
    ({ name, path }) => isDotted(name, path) && ((times.get(name) ?? 0) > 1 || leadsToOpen.has(name)),
  );
  if (hidden) throw unusable(`two fields are called ${hidden.name}`);
}

const isDotted = (name: string, path: readonly string[]): boolean => path.length < name.split(".").length;

const unusable = (why: string): PdfRefusal => new PdfRefusal("FIELD_VALUE_INVALID", why);
