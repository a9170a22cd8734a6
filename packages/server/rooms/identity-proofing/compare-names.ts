/**
 * Whether a document names the person who was invited (providers.md §5.6). The surname is the same, or the name at birth is; of the
 * first names each that the invitation has stands on the document, in its order. Everything else is for a person to decide.
 */
import { foldPart } from "./fold-name.ts";

type Invited = { readonly firstName: string; readonly lastName: string };
type OnDocument = { readonly firstNames: string; readonly lastName: string; readonly birthName: string | null };

/** `same`, or `doubtful`: then a person compares both spellings. */
export function compareNames(invited: Invited, document: OnDocument): "same" | "doubtful" {
  const [first, last] = [foldPart(invited.firstName), foldPart(invited.lastName)];
  const firstThere = foldPart(document.firstNames);
  const surnames = [document.lastName, ...(document.birthName === null ? [] : [document.birthName])];
  const isSame = surnames.map(foldPart).some((lastThere) =>
    (["wide", "narrow"] as const).some((folding) => {
      const isSurname = last[folding] !== "" && last[folding] === lastThere[folding];
      return isSurname && isInOrder(namesOf(first[folding]), namesOf(firstThere[folding]));
    }),
  );
  return isSame ? "same" : "doubtful";
}

const namesOf = (folded: string): readonly string[] => folded.split(" ").filter((name) => name !== "");

/** Whether all stand in a list, in their order; at least one. */
function isInOrder(wanted: readonly string[], there: readonly string[]): boolean {
  let at = 0;
  for (const name of wanted) {
    const found = there.indexOf(name, at);
    if (found < 0) return false;
    at = found + 1;
  }
  return wanted.length > 0;
}
