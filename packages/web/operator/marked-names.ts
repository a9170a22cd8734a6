/** Where two spellings of a name differ, letter by letter. Pure. */

/** A piece of a name; `differs`: the other one has something else there. */
export type NamePiece = { readonly text: string; readonly differs: boolean };

/** Both names in pieces. What both have in the same order is the same, but for single letters within; of names with little in common each differs as a whole. */
export function markNames(one: string, other: string): readonly [readonly NamePiece[], readonly NamePiece[]] {
  const [a, b] = [[...one.normalize("NFC")], [...other.normalize("NFC")]];
  const common = withoutSingle(commonOf(a, b), [a.length, b.length]);
  const inA = new Set(common.map(([i]) => i));
  const inB = new Set(common.map(([, j]) => j));
  return [piecesOf(a, inA), piecesOf(b, inB)];
}

type Letters = readonly string[];
type Places = readonly (readonly [number, number])[];

/** Without letters that stand alone between others: that they are alike tells nobody anything. At an end of both they count. */
function withoutSingle(places: Places, [endA, endB]: readonly [number, number]): Places {
  return places.filter(([i, j], at) => {
    const [before, after] = [places[at - 1], places[at + 1]];
    const goesOn = (after?.[0] === i + 1 && after[1] === j + 1) || (before?.[0] === i - 1 && before[1] === j - 1);
    return goesOn || (i === 0 && j === 0) || (i === endA - 1 && j === endB - 1);
  });
}

/** Places of the letters that both have, in order (the longest such row). */
function commonOf(a: Letters, b: Letters): Places {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  if (at(0, 0) * 2 < Math.min(a.length, b.length)) return [];
  const places: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return places;
}

function piecesOf(letters: Letters, same: ReadonlySet<number>): readonly NamePiece[] {
  const pieces: { text: string; differs: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const differs = !same.has(at);
    const last = pieces.at(-1);
    if (last?.differs === differs) last.text += letter;
    else pieces.push({ text: letter, differs });
  }
  return pieces;
}

/** How first names compare: the document may have more of them. */
export function compareFirst(invited: string, document: string): "same" | "contained" | "different" {
  const [asked, found] = [invited, document].map((names) => names.normalize("NFC").split(/\s+/).filter(Boolean));
  if (asked?.join(" ") === found?.join(" ")) return "same";
  return asked?.every((name) => found?.includes(name)) === true ? "contained" : "different";
}
