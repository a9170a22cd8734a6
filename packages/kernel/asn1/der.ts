// Distinguished Encoding Rules (ITU-T X.690 §8, §10, §11). A value has exactly one encoding, so a signature over the
// bytes is a signature over the value. The reader therefore refuses every encoding that is not the only one, and the
// writer writes only what the reader accepts. Nodes point into the bytes they were read from; nothing is copied.

/** Why bytes were not accepted. `unexpected-element` and later ones speak of the structure, the others of the encoding. */
export type DerErrorCode =
  | "truncated"
  | "trailing-bytes"
  | "indefinite-length"
  | "non-minimal-length"
  | "length-too-large"
  | "high-tag-number"
  | "wrong-form"
  | "too-deep"
  | "invalid-boolean"
  | "invalid-integer"
  | "invalid-null"
  | "invalid-bit-string"
  | "invalid-object-identifier"
  | "invalid-string"
  | "invalid-time"
  | "unsorted-set"
  | "unexpected-element"
  | "missing-element"
  | "duplicate-element"
  | "default-encoded"
  | "out-of-range"
  | "unsupported-version";

/** Bytes that are not the DER, or not the structure, they should be. */
export class DerError extends Error {
  override readonly name = "DerError";
  readonly code: DerErrorCode;
  constructor(code: DerErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** One element: its identifier byte and where it lies in `source` (`start`, content at `contentStart`, up to `end`). */
export type DerNode = {
  readonly tag: number;
  readonly source: Uint8Array;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** Empty for a primitive element. */
  readonly children: readonly DerNode[];
};

/** Identifier bytes of the universal types used in certificates and CMS (X.680 §8.4). */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Identifier byte of the context-specific element `[number]`. */
export function contextTag(number: number, form: "primitive" | "constructed"): number {
  return (form === "constructed" ? 0xa0 : 0x80) | number;
}

const DEPTH_MAX_DEFAULT = 32;
// No structure here comes near this; a longer length is a lie or an attack on memory.
const LENGTH_BYTES_MAX = 4;

/** How deep elements may lie inside each other, and sequences that were read before: where one stands again it is not read again. */
export type DerReading = { readonly depthMax?: number; readonly known?: readonly Uint8Array[] };

/**
 * Reads exactly one element that fills `bytes`.
 * @throws DerError
 */
export function parseDer(bytes: Uint8Array, { depthMax = DEPTH_MAX_DEFAULT, known = [] }: DerReading = {}): DerNode {
  const node = parseElement({ source: bytes, at: 0, depth: depthMax, known }, bytes.length);
  if (node.end !== bytes.length) throw new DerError("trailing-bytes", `${bytes.length - node.end} after the element`);
  return node;
}

/** The whole encoding of an element: identifier, length and content. A view, not a copy. */
export function encodingOf(node: DerNode): Uint8Array {
  return node.source.subarray(node.start, node.end);
}

/** The content bytes of an element. A view, not a copy. */
export function contentOf(node: DerNode): Uint8Array {
  return node.source.subarray(node.contentStart, node.end);
}

/** Order of two encodings as X.690 §11.6 sorts a SET OF: byte by byte, the shorter first when one begins the other. */
export function compareEncodings(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Where reading stands. One for all elements: a signature with its chain has hundreds of them. */
type Reading = { readonly source: Uint8Array; readonly known: readonly Uint8Array[]; at: number; depth: number };

const noChildren: readonly DerNode[] = Object.freeze([]);

function parseElement(reading: Reading, windowEnd: number): DerNode {
  const { source, at: start } = reading;
  if (reading.depth === 0) throw new DerError("too-deep", `at ${start}`);
  const tag = source[start];
  if (tag === undefined || start >= windowEnd) throw new DerError("truncated", `no identifier at ${start}`);
  if ((tag & 0x1f) === 0x1f) throw new DerError("high-tag-number", `at ${start}`);
  reading.at = start + 1;
  const length = parseLength(reading, windowEnd);
  const contentStart = reading.at;
  const end = contentStart + length;
  if (end > windowEnd) throw new DerError("truncated", `${length} bytes announced at ${start}`);
  if (tag === TAG.sequence && isKnown(reading, start, end)) {
    reading.at = end;
    return knownNode({ tag, source, start, contentStart, end });
  }
  const constructed = (tag & 0x20) !== 0;
  const children = constructed ? parseChildren(reading, end) : noChildren;
  reading.at = end;
  const node = { tag, source, start, contentStart, end, children };
  if (tag < 0x40) checkUniversal(node); // in the others the structure knows what is inside
  return node;
}

function isKnown({ source, known }: Reading, start: number, end: number): boolean {
  for (const one of known)
    if (one.length === end - start && Buffer.compare(one, source.subarray(start, end)) === 0) return true;
  return false;
}

/** An element whose bytes were found to be DER before: its children are parsed on first use, and most are never used. */
function knownNode(place: Omit<DerNode, "children">): DerNode {
  let children: readonly DerNode[] | undefined;
  const { source, contentStart: at, end } = place;
  return {
    ...place,
    get children() {
      children ??= parseChildren({ source, known: [], at, depth: DEPTH_MAX_DEFAULT }, end);
      return children;
    },
  };
}

/** The announced length; leaves the reading at the content. */
function parseLength(reading: Reading, end: number): number {
  const { source, at } = reading;
  const first = source[at];
  if (first === undefined || at >= end) throw new DerError("truncated", `no length at ${at}`);
  reading.at = at + 1;
  if (first < 0x80) return first;
  if (first === 0x80) throw new DerError("indefinite-length", `at ${at}`); // X.690 §10.1
  const lengthBytes = first & 0x7f;
  if (lengthBytes > LENGTH_BYTES_MAX) throw new DerError("length-too-large", `${lengthBytes} bytes at ${at}`);
  if (at + 1 + lengthBytes > end) throw new DerError("truncated", `no length at ${at}`);
  let length = 0;
  for (let i = 1; i <= lengthBytes; i++) length = length * 256 + (source[at + i] ?? 0);
  // X.690 §10.1: the minimum number of bytes.
  if (length < 0x80 || source[at + 1] === 0) throw new DerError("non-minimal-length", `at ${at}`);
  reading.at = at + 1 + lengthBytes;
  return length;
}

function parseChildren(reading: Reading, end: number): readonly DerNode[] {
  if (reading.at >= end) return noChildren;
  reading.depth -= 1;
  // Most have one or two, and an array that is pushed to takes room for seventeen.
  const first = parseElement(reading, end);
  const children = reading.at < end ? [first, parseElement(reading, end)] : [first];
  while (reading.at < end) children.push(parseElement(reading, end));
  reading.depth += 1;
  return children;
}

function checkUniversal(node: DerNode): void {
  const { tag } = node;
  const constructed = (tag & 0x20) !== 0;
  const number = tag & 0x1f;
  if (constructed !== (number === 0x10 || number === 0x11)) throw new DerError("wrong-form", `tag ${tag}`);
  const length = node.end - node.contentStart;
  switch (tag) {
    case 0x00:
      throw new DerError("wrong-form", `end-of-contents at ${node.start}`);
    case TAG.boolean:
      checkBoolean(node, length);
      break;
    case TAG.integer:
    case TAG.enumerated:
      checkInteger(node, length);
      break;
    case TAG.null:
      if (length !== 0) throw new DerError("invalid-null", `at ${node.start}`);
      break;
    case TAG.bitString:
      checkBitString(node, length);
      break;
    case TAG.objectIdentifier:
      checkObjectIdentifier(node, length);
      break;
    case TAG.set:
      checkSorted(node.children);
  }
}

// X.690 §11.1.
function checkBoolean(node: DerNode, length: number): void {
  const first = node.source[node.contentStart] ?? 0;
  if (length !== 1 || (first !== 0 && first !== 0xff)) throw new DerError("invalid-boolean", `at ${node.start}`);
}

function checkInteger(node: DerNode, length: number): void {
  if (length === 0) throw new DerError("invalid-integer", `empty at ${node.start}`);
  const first = node.source[node.contentStart] ?? 0;
  const second = node.source[node.contentStart + 1] ?? 0;
  // X.690 §8.3.2: the first nine bits are neither all zero nor all one.
  if (length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))) {
    throw new DerError("invalid-integer", `not minimal at ${node.start}`);
  }
}

function checkBitString(node: DerNode, length: number): void {
  const unused = node.source[node.contentStart] ?? 0xff;
  const last = node.source[node.end - 1] ?? 0;
  // X.690 §11.2.1: unused bits are zero; §8.6.2.3: none are unused when there is no byte.
  const valid = length >= 1 && unused <= 7 && (length > 1 || unused === 0);
  if (!valid || (length > 1 && (last & ((1 << unused) - 1)) !== 0)) {
    throw new DerError("invalid-bit-string", `at ${node.start}`);
  }
}

function checkObjectIdentifier(node: DerNode, length: number): void {
  const last = node.source[node.end - 1] ?? 0xff;
  if (length === 0 || last >= 0x80) throw new DerError("invalid-object-identifier", `at ${node.start}`);
  for (let at = node.contentStart, startsArc = true; at < node.end; at++) {
    const byte = node.source[at] ?? 0;
    // X.690 §8.19.2: an arc does not begin with 0x80.
    if (startsArc && byte === 0x80) throw new DerError("invalid-object-identifier", `padded arc at ${at}`);
    startsArc = byte < 0x80;
  }
}

/**
 * Requires the members of a SET OF to be in DER order; for a set behind an implicit tag, which the reader cannot know.
 * @throws DerError `unsorted-set`
 */
export function checkSorted(members: readonly DerNode[]): void {
  for (let i = 1; i < members.length; i++) {
    const previous = members[i - 1];
    const next = members[i];
    if (previous && next && compareEncodings(encodingOf(previous), encodingOf(next)) > 0) {
      throw new DerError("unsorted-set", `member ${i}`);
    }
  }
}
