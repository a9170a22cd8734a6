/**
 * Mutations of DER that keep its nesting right, so that a change reaches the reader of the structure: elements are changed,
 * moved and nested as a tree, DER inside OCTET and BIT STRINGs included, and lengths are written anew or wrong on purpose.
 */
import type { Random } from "../random.ts";
import { mutateBytes } from "./mutate-bytes.ts";

/** How the length of an element is written: as X.690 §10.1 wants, or in one of the ways it forbids. */
type LengthForm = "minimal" | "padded" | "indefinite" | "too-long" | "huge";
/** An element; `prefix` stands before the children of a BIT STRING that holds DER, `nests` are elements around it, each in the next. */
type Element = {
  tag: number;
  prefix: Uint8Array;
  content: Uint8Array | Element[];
  length: LengthForm;
  nests: { readonly tag: number; readonly depth: number } | null;
};

const none = new Uint8Array(0);
const tags = [1, 2, 3, 4, 5, 6, 10, 12, 19, 20, 22, 23, 24, 26, 28, 30, 0x30, 0x31, 0x80, 0x82, 0xa0, 0xa1, 0xa2, 0xa3];
const oddTags = [0, 0x1f, 0x24, 0x3f, 0xbf, 0xff];
const texts = [
  "",
  "\0",
  "ä",
  "\u{1f600}",
  "a\n",
  "2049",
  "20500101000000Z",
  "991231235959Z",
  "00000000000000Z",
  "é".repeat(300),
];

/** One to four changes of a DER encoding. */
export function mutateDer(random: Random, input: Uint8Array, other: Uint8Array): Uint8Array {
  if (random.oneIn(6)) return mutateBytes(random, input, other);
  const root = readElements(input, 0);
  const donor = readElements(other, 0);
  if (root === null) return mutateBytes(random, input, other);
  const times = 1 + random.below(4);
  for (let i = 0; i < times; i += 1) mutateTree(random, root, donor ?? root);
  const out = encode(root);
  return random.oneIn(20) ? mutateBytes(random, out, other) : out;
}

type Site = { readonly list: Element[]; readonly at: number; readonly element: Element };

function mutateTree(random: Random, root: Element[], donor: Element[]): void {
  const sites = sitesOf(root);
  if (sites.length === 0) return;
  const { list, at, element } = random.pick(sites);
  const gift = (): Element => copy(random.pick(sitesOf(donor)).element);
  switch (random.below(10)) {
    case 0:
      element.tag = random.oneIn(4) ? random.pick(oddTags) : random.pick(tags);
      return;
    case 1:
      element.length = random.pick(["padded", "indefinite", "too-long", "huge"] as const);
      return;
    case 2:
      list.splice(at, 0, copy(element));
      return;
    case 3:
      list.splice(at, 1);
      return;
    case 4:
      list.splice(random.below(list.length), 0, ...list.splice(at, 1));
      return;
    case 5:
      list[at] = gift();
      return;
    case 6:
      list.splice(at, 0, gift());
      return;
    case 7:
      element.nests = nests(random, element);
      return;
    default:
      changeContent(random, element, gift());
  }
}

function changeContent(random: Random, element: Element, gift: Element): void {
  if (Array.isArray(element.content)) {
    if (random.oneIn(3)) element.content = [];
    else if (random.oneIn(20)) element.content = Array.from({ length: manyOf(gift) }, () => copy(gift));
    else element.content = Array.isArray(gift.content) ? gift.content : [gift];
    return;
  }
  const { content } = element;
  switch (random.below(6)) {
    case 0:
      element.content = none;
      return;
    case 1:
      element.content = Buffer.from(random.pick(texts), random.oneIn(2) ? "utf8" : "latin1");
      return;
    case 2:
      element.content = new Uint8Array(1 + random.below(random.oneIn(8) ? 4_000 : 40)).fill(
        random.pick([0, 0x7f, 0x80, 0xff]),
      );
      return;
    case 3:
      element.content = Array.isArray(gift.content) ? content : gift.content;
      return;
    default:
      element.content = mutateBytes(random, content, content);
  }
}

/** What many copies come to at most: copies of copies would need more memory than any reader of them. */
const copiesBytesMax = 256 * 1_024;

/** As many as no structure has, of a gift that is not itself made of so many. */
const manyOf = (gift: Element): number => Math.min(300, 1 + Math.floor(copiesBytesMax / (1 + encode([gift]).length)));

/** Elements around an element: a few, at times more than any reader may follow. */
function nests(random: Random, { tag, content }: Element): NonNullable<Element["nests"]> {
  const depth = random.oneIn(5) ? 1 + random.below(2_000) : 1 + random.below(40);
  return { tag: random.oneIn(2) && Array.isArray(content) ? tag : random.pick([0x30, 0x31, 0xa0]), depth };
}

/** A copy whose parts can be changed; bytes are replaced and never written into. */
function copy(element: Element): Element {
  return { ...element, content: Array.isArray(element.content) ? element.content.map(copy) : element.content };
}

function sitesOf(list: Element[]): Site[] {
  const open = [list];
  const sites: Site[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [at, element] of next.entries()) {
      sites.push({ list: next, at, element });
      if (Array.isArray(element.content)) open.push(element.content);
    }
  }
  return sites;
}

/** The elements that fill `bytes`, or null when they do not. */
function readElements(bytes: Uint8Array, depth: number): Element[] | null {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0xff;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (lengthBytes > 4 || first === 0x80) return null;
    let length = lengthBytes === 0 ? first : 0;
    for (let i = 0; i < lengthBytes; i += 1) length = length * 256 + (bytes[at + 2 + i] ?? 0);
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) return null;
    elements.push(readElement(tag, bytes.subarray(start, start + length), depth));
    at = start + length;
  }
  return elements;
}

function readElement(tag: number, content: Uint8Array, depth: number): Element {
  const plain: Element = { tag, prefix: none, content, length: "minimal", nests: null };
  if (depth > 40) return plain;
  const isBits = tag === 3 && content[0] === 0 && content[1] === 0x30;
  const isOctetString = tag === 4 && (content[0] === 0x30 || content[0] === 3 || content[0] === 4);
  if ((tag & 0x20) === 0 && !isBits && !isOctetString) return plain;
  const prefix = isBits ? content.subarray(0, 1) : none;
  const children = readElements(content.subarray(prefix.length), depth + 1);
  return children === null || (content.length === prefix.length && tag < 0x20)
    ? plain
    : { ...plain, prefix, content: children };
}

function encode(root: readonly Element[]): Uint8Array {
  // From the end to the beginning, so that every length is known before it is written and no byte is copied twice.
  const parts: Uint8Array[] = [];
  let size = 0;
  const put = (part: Uint8Array): void => {
    parts.push(part);
    size += part.length;
  };
  const write = ({ tag, prefix, content, length, nests }: Element): void => {
    const before = size;
    if (length === "indefinite") put(Uint8Array.of(0, 0));
    if (Array.isArray(content)) for (const child of content.toReversed()) write(child);
    else put(content);
    put(prefix);
    put(headOf(tag, size - before, length));
    for (let i = 0; i < (nests?.depth ?? 0); i += 1) put(headOf(nests?.tag ?? tag, size - before, "minimal"));
  };
  for (const element of root.toReversed()) write(element);
  return Buffer.concat(parts.toReversed());
}

function headOf(tag: number, size: number, form: LengthForm): Uint8Array {
  const length = form === "too-long" ? size + 1 : size;
  if (form === "indefinite") return Uint8Array.of(tag, 0x80);
  if (form === "huge") return Uint8Array.of(tag, 0x84, 0xff, 0xff, 0xff, 0xff);
  const lengthBytes = form === "padded" ? 4 : length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
  if (lengthBytes === 0) return Uint8Array.of(tag, length);
  const written = Array.from(
    { length: lengthBytes },
    (_, i) => Math.floor(length / 256 ** (lengthBytes - 1 - i)) & 255,
  );
  return Uint8Array.of(tag, 0x80 | lengthBytes, ...written);
}
