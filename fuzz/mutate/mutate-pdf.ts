/**
 * Mutations of PDF by its tokens (ISO 32000-2 §7.2, §7.3): numbers, names, references, entries, streams and cross-references.
 * Half of the outcomes get a sound cross-reference again, else hardly a change would come past it.
 */
import type { Random } from "../random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { extremes, filters, names, values } from "./pdf-words.ts";
import { withSoundTable } from "./sound-table.ts";

type Change = (random: Random, text: string, other: string) => string;

/** One to five changes of a file. */
export function mutatePdf(random: Random, input: Uint8Array, other: Uint8Array): Uint8Array {
  let text = Buffer.from(input).toString("latin1");
  const from = Buffer.from(other).toString("latin1");
  const times = 1 + random.below(5);
  for (let i = 0; i < times; i += 1) text = random.pick(changes)(random, text, from);
  if (random.oneIn(2)) text = withSoundTable(text);
  return Buffer.from(text, "latin1");
}

/** Replaces one match of a pattern by what `write` makes of it. */
function replaceOne(
  random: Random,
  text: string,
  edit: { readonly pattern: RegExp; readonly write: (match: string) => string },
): string {
  // Anywhere in the file with the same likelihood, without listing every match: the first from a place on, else from the start.
  const { pattern, write } = edit;
  pattern.lastIndex = random.below(text.length + 1);
  const match = pattern.exec(text) ?? pattern.exec(text);
  pattern.lastIndex = 0;
  if (match === null) return text;
  return text.slice(0, match.index) + write(match[0]) + text.slice(match.index + match[0].length);
}

const aNumber = /(?<![\w.#])[+-]?\d+(?:\.\d+)?(?![\w.])/g;
const aName = /\/[^\s()<>[\]{}/%]+/g;
const aReference = /\b\d+ \d+ R\b/g;
const anEntry = /\/[A-Za-z]+ ?(?:\/[A-Za-z]+|\d+ \d+ R|-?[\d.]+|\[[^[\]<>]*\]|\([^()]*\)|<[0-9A-Fa-f]*>)/g;
const aKeyword = /\b(?:obj|endobj|stream|endstream|xref|trailer|startxref|R|true|false|null|n|f)\b|<<|>>|\[|\]/g;
const aString = /\([^()]{0,200}\)|<[0-9A-Fa-f]{0,400}>/g;
const anObject = /\b\d+ \d+ obj\b[\s\S]{0,4000}?endobj/g;
const aStreamDict = /<<(?=[^<>]*\/Length)/g;
const aDict = /<</g;

function anExtreme(random: Random, text: string): string {
  const near = Number(random.pick(["0", String(text.length)])) + random.below(5) - 2;
  return random.oneIn(5) ? String(near) : random.oneIn(4) ? String(random.below(300)) : random.pick(extremes);
}

function aFilter(random: Random): string {
  const chain = Array.from({ length: 1 + random.below(random.oneIn(10) ? 60 : 3) }, () => random.pick(filters)).join(
    " ",
  );
  const small = (): string => (random.oneIn(3) ? random.pick(extremes) : String(random.below(20)));
  const parms = `<< /Predictor ${random.pick(["2", "10", "12", "15", "1", small()])} /Columns ${small()} /Colors ${small()} /BitsPerComponent ${random.pick(["1", "8", "16", small()])} /EarlyChange ${small()} >>`;
  return `/Filter ${random.oneIn(3) ? random.pick(filters) : `[${chain}]`} ${random.oneIn(2) ? `/DecodeParms ${random.oneIn(2) ? parms : `[${parms} null ${parms}]`}` : ""}`;
}

const changes: readonly Change[] = [
  (random, text) => replaceOne(random, text, { pattern: aNumber, write: () => anExtreme(random, text) }),
  (random, text) => replaceOne(random, text, { pattern: aName, write: () => `/${random.pick(names)}` }),
  (random, text) => {
    const from = aName.exec(text.slice(random.below(text.length)))?.[0] ?? "/X";
    aName.lastIndex = 0;
    return replaceOne(random, text, { pattern: aName, write: () => from });
  },
  (random, text) =>
    replaceOne(random, text, {
      pattern: aReference,
      write: () => `${random.below(25)} ${random.oneIn(8) ? random.pick(extremes) : 0} R`,
    }),
  (random, text) => replaceOne(random, text, { pattern: aReference, write: () => random.pick(values) }),
  (random, text) => replaceOne(random, text, { pattern: anEntry, write: () => "" }),
  (random, text) => replaceOne(random, text, { pattern: anEntry, write: (entry) => `${entry} ${entry}` }),
  (random, text) =>
    replaceOne(random, text, { pattern: anEntry, write: (entry) => `${aNameOf(entry)} ${random.pick(values)}` }),
  (random, text) =>
    replaceOne(random, text, { pattern: anEntry, write: (entry) => `${aNameOf(entry)} ${random.below(25)} 0 R` }),
  (random, text) =>
    replaceOne(random, text, { pattern: aDict, write: () => `<< /${random.pick(names)} ${random.pick(values)} ` }),
  (random, text) =>
    replaceOne(random, text, { pattern: aDict, write: () => `<< /${random.pick(names)} ${random.below(25)} 0 R ` }),
  (random, text) => replaceOne(random, text, { pattern: aStreamDict, write: () => `<< ${aFilter(random)} ` }),
  (random, text) =>
    replaceOne(random, text, { pattern: /\/Length \d+/g, write: () => `/Length ${anExtreme(random, text)}` }),
  (random, text) =>
    replaceOne(random, text, {
      pattern: aKeyword,
      write: () => random.pick(["", "obj", "endobj", "stream", "endstream", "R", ">>", "<<", "[", "]", "null"]),
    }),
  (random, text) => replaceOne(random, text, { pattern: aString, write: () => random.pick(values) }),
  (random, text) =>
    replaceOne(random, text, {
      pattern: /\d{10} \d{5} [nf]/g,
      write: () =>
        `${String(random.below(text.length + 20)).padStart(10, "0")} ${random.pick(["00000", "65535", "00001"])} ${random.pick(["n", "f"])}`,
    }),
  (random, text) =>
    replaceOne(random, text, {
      pattern: /startxref\s+\d+/g,
      write: () => `startxref\n${random.below(text.length + 5)}`,
    }),
  (random, text) =>
    replaceOne(random, text, {
      pattern: /trailer\s*<</g,
      write: (found) =>
        `${found} /${random.pick(["Prev", "XRefStm", "Size", "Root", "Info", "Encrypt"])} ${random.oneIn(3) ? `${random.below(20)} 0 R` : random.below(text.length)} `,
    }),
  (random, text) => redefineObject(random, text, text),
  redefineObject,
  (random, text) => replaceOne(random, text, { pattern: anObject, write: () => "" }),
  (random, text) =>
    replaceOne(random, text, {
      pattern: aString,
      write: (found) => found.slice(0, 1) + found.slice(1, -1).repeat(1 + random.below(200)) + found.slice(-1),
    }),
  (random, text) => replaceOne(random, text, { pattern: aDict, write: (found) => deep(random, found) }),
  (random, text, other) =>
    Buffer.from(mutateBytes(random, Buffer.from(text, "latin1"), Buffer.from(other, "latin1"))).toString("latin1"),
];

function aNameOf(entry: string): string {
  return /^\/[A-Za-z]+/.exec(entry)?.[0] ?? "/A";
}

/** One object of a file under the number of another one, before the trailer or at the end. */
function redefineObject(random: Random, text: string, from: string): string {
  anObject.lastIndex = random.below(from.length);
  const found = anObject.exec(from)?.[0] ?? "1 0 obj\nnull\nendobj";
  anObject.lastIndex = 0;
  const again = found.replace(/^\d+ \d+/, `${random.below(25)} 0`);
  const at = random.oneIn(2) ? Math.max(text.lastIndexOf("\nxref"), 0) : text.length;
  return `${text.slice(0, at)}\n${again}\n${text.slice(at)}`;
}

/** Opens more than a stack may hold. */
function deep(random: Random, found: string): string {
  const depth = random.oneIn(3) ? 5_000 : 1 + random.below(120);
  const [open, close] = random.pick([
    ["[", "]"],
    ["<< /A ", ">>"],
  ] as const);
  return `${found} /${random.pick(names)} ${open.repeat(depth)} ${random.oneIn(4) ? "" : close.repeat(depth)} `;
}
