/**
 * Whether a document names the person who was invited (providers.md §5.6). The surname is the same, or the name at birth is; of the
 * first names each that the invitation has stands on the document, in its order. Everything else is for a person to decide.
 */
import { foldName } from "./fold-name.ts";

type Invited = { readonly firstName: string; readonly lastName: string };
type OnDocument = { readonly firstNames: string; readonly lastName: string; readonly birthName: string | null };

/** `same`, or `doubtful`: then a person compares both spellings. */
export function compareNames(invited: Invited, document: OnDocument): "same" | "doubtful" {
  const asked = foldName(invited);
  const surnames = [document.lastName, ...(document.birthName === null ? [] : [document.birthName])];
  const isSame = surnames.some((lastName) => {
    const found = foldName({ firstName: document.firstNames, lastName });
    return (["wide", "narrow"] as const).some((folding) => isNamed(asked[folding], found[folding]));
  });
  return isSame ? "same" : "doubtful";
}

function isNamed(asked: string, found: string): boolean {
  const [wanted, there] = [partsOf(asked), partsOf(found)];
  return wanted.last !== "" && wanted.last === there.last && isInOrder(wanted.first, there.first);
}

function partsOf(folded: string): { readonly first: readonly string[]; readonly last: string } {
  const [first = "", last = ""] = folded.split("|", 2);
  return { first: first.split(" ").filter((name) => name !== ""), last };
}

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
