// What an author's certification still allows (ISO 32000-2 §12.8.2.2, DocMDP).
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf, type Objects } from "../pdf/access.ts";
import type { PdfDict } from "../pdf/objects.ts";

/** An access permission: 1 no change, 2 filling and signing, 3 annotations too. */
export type PermittedLevel = 1 | 2 | 3;

/** The access permission of the certification that the catalog names; undefined where it names none. */
export function certificationLevel(objects: Objects): PermittedLevel | undefined {
  const permissions = dictionaryOf(objects, catalogOf(objects).entries.get("Perms"));
  return certifiedBy(objects, dictionaryOf(objects, permissions.entries.get("DocMDP")));
}

/** The same of a signature, whether the catalog names it or not; undefined where it certifies nothing. */
export function certifiedBy(objects: Objects, signature: PdfDict): PermittedLevel | undefined {
  for (const item of itemsOf(objects, signature.entries.get("Reference"))) {
    const reference = dictionaryOf(objects, item);
    if (nameOf(objects, reference.entries.get("TransformMethod")) !== "DocMDP") continue;
    const parameters = dictionaryOf(objects, reference.entries.get("TransformParams"));
    const level = numberOf(objects, parameters.entries.get("P"));
    return level === 1 || level === 3 ? level : 2;
  }
  return undefined;
}
