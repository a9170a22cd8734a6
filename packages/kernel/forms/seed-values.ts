// Requirements of a signature field's author for the signature (ISO 32000-2 §12.7.5.5, table 237: seed values).
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects, textStringOf } from "../pdf/access.ts";
import type { PdfDict } from "../pdf/objects.ts";
import type { FieldNode } from "./field-tree.ts";

/** Bits of /Ff that make an entry a condition instead of a wish; those we meet have a test. */
const conditions: readonly { readonly bit: number; readonly entry: string; readonly isMet: (is: Asked) => boolean }[] =
  [
    { bit: 1, entry: "Filter", isMet: ({ name }) => name === "Adobe.PPKLite" },
    { bit: 2, entry: "SubFilter", isMet: ({ names }) => names.includes("ETSI.CAdES.detached") },
    // Which edition's seed values one must know: 3 are those of this standard, all in this table.
    { bit: 4, entry: "V", isMet: ({ number }) => number !== undefined && number <= 3 },
    // Without a reason in the list, or with a full stop alone, none shall be given; ours gives none.
    { bit: 8, entry: "Reasons", isMet: ({ names }) => names.every((reason, i) => i === 0 && reason === ".") },
    { bit: 16, entry: "LegalAttestation", isMet: () => false },
    { bit: 32, entry: "AddRevInfo", isMet: () => false },
    { bit: 64, entry: "DigestMethod", isMet: ({ names }) => names.includes("SHA256") },
    { bit: 128, entry: "LockDocument", isMet: ({ name }) => name === "false" || name === "auto" },
    { bit: 256, entry: "AppearanceFilter", isMet: () => false },
  ];

type Asked = {
  readonly name: string | undefined;
  readonly names: readonly string[];
  readonly number: number | undefined;
};

/** The seed values of a field. */
export function seedValuesOf(field: FieldNode): PdfDict | undefined {
  const seed = field.attribute("SV");
  return seed?.kind === "dict" ? seed : undefined;
}

/** The entries of a field's /SV that are required and that a signature of ours would not meet; empty when it meets all. */
export function unmetSeedValues(objects: Objects, field: FieldNode): string[] {
  const seed = seedValuesOf(field);
  if (seed === undefined) return [];
  const flags = numberOf(objects, seed.entries.get("Ff")) ?? 0;
  const unmet = conditions
    .filter(({ bit, entry, isMet }) => (flags & bit) !== 0 && !isMet(asked(objects, seed, entry)))
    .map(({ entry }) => entry);
  // These two have no bit: a certification is asked for, and conditions on the certificate carry their own flags.
  if ((numberOf(objects, dictionaryOf(objects, seed.entries.get("MDP")).entries.get("P")) ?? 0) !== 0)
    unmet.push("MDP");
  const certificate = dictionaryOf(objects, seed.entries.get("Cert"));
  if ((numberOf(objects, certificate.entries.get("Ff")) ?? 0) !== 0) unmet.push("Cert");
  return unmet;
}

function asked(objects: Objects, seed: PdfDict, entry: string): Asked {
  const value = seed.entries.get(entry);
  const names = itemsOf(objects, value).flatMap((item) => nameOf(objects, item) ?? textStringOf(objects, item) ?? []);
  return { name: nameOf(objects, value), names, number: numberOf(objects, value) };
}
