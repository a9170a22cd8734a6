/** Several fields for initials in one document: what is typed in one stands in the others too, until one is changed by itself. */
import type { OwnField } from "@siegel/contract/calls/files.ts";
import { fieldsInOrder } from "../../frame/field-values.ts";

/** A change of one field. `leader`: the field whose initials the others have; null while nobody knows. */
type Change = {
  readonly name: string;
  readonly entered: string;
  readonly standing: (name: string) => string;
  readonly leader: string | null;
};

/** The fields that get the same, and which one leads from now on. */
type Followed = { readonly names: readonly string[]; readonly leader: string | null };

/**
 * The one that was typed in first leads, after a reload the first of the document. Others follow as long as they hold what it held, so
 * that one that was changed by itself stays as it is; one that takes fewer characters keeps what it has.
 */
export function followInitials(
  fields: readonly OwnField[],
  { name, entered, standing, leader: known }: Change,
): Followed {
  const initials = fieldsInOrder(fields).filter(({ kind }) => kind === "initials");
  if (!initials.some((field) => field.annotation_id === name)) return { names: [], leader: known };
  const before = standing(name);
  const leader = known ?? (before === "" ? name : (initials[0]?.annotation_id ?? null));
  if (leader !== name) return { names: [], leader };
  const names = initials.flatMap(({ annotation_id: other, chars_max: max }) =>
    other !== name && standing(other) === before && [...entered].length <= (max ?? Number.POSITIVE_INFINITY)
      ? [other]
      : [],
  );
  return { names: [...new Set(names)], leader };
}
