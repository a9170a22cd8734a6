/**
 * What the author of a prepared signature field asks of whoever signs there (ISO 32000-2 §12.7.5.5): seed values and a lock.
 * Our own field stands in the prepared one's place and takes them over; what ours would not keep is refused by name.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import { lockOf } from "@siegel/kernel/forms/field-locks.ts";
import { type FieldNode, fieldKind, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { seedValuesOf, unmetSeedValues } from "@siegel/kernel/forms/seed-values.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { AuthorWishes, IntakeSigner } from "./intake-rules.ts";

/** The wishes for one of the signers. @throws INVALID_REQUEST with the name of the field for those that ours would not keep */
export function authorWishes(doc: PdfDocument, signer: IntakeSigner, signers: readonly IntakeSigner[]): AuthorWishes {
  const fields = readFields(doc);
  const prepared = fields.filter((field) => isOwnField(field.name, signer.reference) && isEmptySignature(doc, field));
  const foreign = foreignNames(doc, fields, { signer, signers });
  const levels: (2 | 3)[] = [];
  for (const field of prepared) {
    const [unmet] = unmetSeedValues(doc, field);
    if (unmet !== undefined) throw refused(field, `requires what ours has not: /SV ${unmet}`);
    const lock = lockOf(doc, field);
    const locked = lock && foreign.find(({ name }) => lock.covers(name));
    if (locked) throw refused(field, `would lock ${locked.shown}, which is not its signer's`);
    // Others sign after it and timestamps are added, so it would no longer be true that nothing changed.
    if (lock?.level === 1) throw refused(field, "would permit no change after it: /Lock /P 1");
    if (lock?.level !== undefined) levels.push(lock.level);
  }
  const [seedValues] = prepared.flatMap((field) => seedValuesOf(field) ?? []);
  return {
    ...(seedValues === undefined ? {} : { seedValues }),
    ...(levels.length === 0 ? {} : { lockLevel: levels.includes(2) ? 2 : 3 }),
  };
}

const refused = ({ name }: FieldNode, why: string): PdfRefusal =>
  new PdfRefusal("INVALID_REQUEST", `the signature field ${name} ${why}`, { field: name });

function isEmptySignature(doc: PdfDocument, field: FieldNode): boolean {
  return fieldKind(doc, field) === "signature" && field.attribute("V") === undefined;
}

type Foreign = { readonly name: string; readonly shown: string };

/** All that somebody else still fills in or signs, in the file and beside it. */
function foreignNames(
  doc: PdfDocument,
  fields: readonly FieldNode[],
  { signer, signers }: { readonly signer: IntakeSigner; readonly signers: readonly IntakeSigner[] },
): readonly Foreign[] {
  const isOpen = (field: FieldNode): boolean => fieldKind(doc, field) !== "signature" || isEmptySignature(doc, field);
  const inFile = fields.filter((field) => isOpen(field) && !isOwnField(field.name, signer.reference));
  const others = signers.filter(({ signerId }) => signerId !== signer.signerId);
  return [
    ...inFile.map(({ name }) => ({ name, shown: name })),
    ...others.flatMap(({ reference, signerId, fields: placed }) => [
      ...placed.flatMap(({ name }) => (name === undefined ? [] : [placedName(reference, name)])),
      { name: signatureFieldName(signerId), shown: `the signature of ${reference}` },
    ]),
  ];
}

const placedName = (reference: string, name: string): Foreign => ({
  name: `${reference}.${name}`,
  shown: `${reference}.${name}`,
});
