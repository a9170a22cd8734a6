/**
 * Fields that belong to none of the signers: no signer fills them in here, and nobody may afterwards. The signers saw them as they are, so
 * the signatures lock them too (ISO 32000-2 §12.8.2.4): changed later, they are no longer what was signed.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { withAncestors } from "@siegel/kernel/forms/field-locks.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/forms/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { type LoneField, loneFields } from "./lone-fields.ts";
import { hasEmptyPart } from "./name-fields.ts";

/** All signatures of a document together repeat at most this many names. The first signer locks all names, whatever their number. */
const namesMax = 10_000;

/** What each signer's signature locks besides their own fields: all fields that belong to no signer, as long as there is room. */
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

type Named = Pick<FieldNode, "name" | "path"> & { readonly isOpen: boolean };

/**
 * The names that cover all fields that belong to no signer, and no others. Signature fields stay open: a person who signs there says who they are. In a
 * file that somebody has signed, a field may have a name that no lock can say, or that is another's too; it is left out.
 */
function namesOfNobody(update: PdfUpdate, signers: readonly IntakeSigner[], lone: readonly LoneField[]): string[] {
  const fields: Named[] = readFields(update).map((field) => ({
    name: field.name,
    path: field.path,
    isOpen:
      fieldKind(update, field) === "signature" || signers.some(({ signerId }) => isOwnField(field.name, signerId)),
  }));
  const leadsToOpen = new Set(fields.flatMap(({ name, isOpen }) => (isOpen ? withAncestors(name) : [])));
  const times = new Map<string, number>();
  for (const { name } of fields) times.set(name, (times.get(name) ?? 0) + 1);
  // Where readers look for a name part by part, they find the other field of that name.
  const isAnothers = ({ name, path }: Named): boolean =>
    path.length < name.split(".").length && ((times.get(name) ?? 0) > 1 || leadsToOpen.has(name));
  // Only names of nodes that exist: readers that look the nodes up find nothing under other names.
  const names = fields.flatMap((field) =>
    field.isOpen || hasEmptyPart(field.name) || isAnothers(field)
      ? []
      : (field.path.find((above) => !leadsToOpen.has(above)) ?? []),
  );
  // The form does not know these; a program that fills them in may take them in with their names.
  const beside = lone.filter(({ name }) => !hasEmptyPart(name) && !times.has(name) && !leadsToOpen.has(name));
  return [...new Set([...names, ...beside.map(({ name }) => name)])];
}
