// The changes that an author's certification still allows (ISO 32000-2 §12.8.2.2, DocMDP).
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf, type Objects } from "../pdf/access.ts";

/** The access permission of the certification: 1 no change, 2 filling and signing, 3 annotations too; undefined when the document is not certified. */
export function certificationLevel(objects: Objects): 1 | 2 | 3 | undefined {
  const permissions = dictionaryOf(objects, catalogOf(objects).entries.get("Perms"));
  const certification = dictionaryOf(objects, permissions.entries.get("DocMDP"));
  for (const item of itemsOf(objects, certification.entries.get("Reference"))) {
    const reference = dictionaryOf(objects, item);
    if (nameOf(objects, reference.entries.get("TransformMethod")) !== "DocMDP") continue;
    const parameters = dictionaryOf(objects, reference.entries.get("TransformParams"));
    const level = numberOf(objects, parameters.entries.get("P"));
    return level === 1 || level === 3 ? level : 2;
  }
  return undefined;
}
