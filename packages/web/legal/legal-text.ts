/** Reads the operator's plain text: what stands alone and short is a heading, `1. …` at a line's start is a clause. */

/** One piece of a legal text, in order. */
export type LegalPart =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "clauses"; readonly items: readonly { readonly number: number; readonly text: string }[] };

const heading_chars_max = 80;

/** The pieces of a text; empty lines part them, and so does every change between clauses and other lines. */
export function readLegalText(text: string): readonly LegalPart[] {
  const blocks = unbroken(text)
    .split(/\r?\n[^\S\n]*\r?\n/)
    .flatMap(partAtClauses)
    .map((block) => block.trim())
    .filter((block) => block !== "");
  return joinClauses(blocks.map((block, at) => readBlock(block, at === blocks.length - 1)));
}

/** A hyphen where no line ends: half an 'E-Mail' at the end of one reads badly. */
const unbroken = (text: string): string => text.replace(/\b(E)-(?=Mail)/gi, "$1\u2011");

function partAtClauses(block: string): string[] {
  return block.split(/\r?\n(?=\s*\d{1,3}\.\s)/);
}

function readBlock(block: string, last: boolean): LegalPart {
  const clause = /^(\d{1,3})\.\s+([\s\S]+)$/.exec(block);
  if (clause?.[1] !== undefined && clause[2] !== undefined)
    return { kind: "clauses", items: [{ number: Number(clause[1]), text: clause[2] }] };
  const alone = !block.includes("\n") && block.length <= heading_chars_max && !/[.,;:!?]$/.test(block);
  return { kind: alone && !last ? "heading" : "paragraph", text: block };
}

function joinClauses(parts: readonly LegalPart[]): LegalPart[] {
  const joined: LegalPart[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (part.kind === "clauses" && before?.kind === "clauses")
      joined[joined.length - 1] = { kind: "clauses", items: [...before.items, ...part.items] };
    else joined.push(part);
  }
  return joined;
}
